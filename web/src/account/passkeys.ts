/** Passkeys, through the browser's own calls: the server speaks the JSON of the WebAuthn standard. */
import { api } from "../shared/api";
import type { Passkey } from "../wire/types";

/** Whether this browser can: over HTTPS alone, and not too old. */
export function able(): boolean {
  return typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** Signs in by a passkey; false if its owner thought better of it. */
export async function enter(): Promise<boolean> {
  const options = JSON.parse((await api.askPasskey()).options) as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const answer = await asked(() => navigator.credentials.get({ publicKey }));
  if (!answer) return false;
  await api.enterByPasskey(answer);
  return true;
}

/** Makes a passkey; null if its owner thought better of it. */
export async function make(password: string, name: string): Promise<Passkey[] | null> {
  const options = JSON.parse((await api.preparePasskey(password)).options) as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const answer = await asked(() => navigator.credentials.create({ publicKey }));
  return answer ? api.addPasskey(answer, name) : null;
}

/** What a device answers, as JSON; empty where it was told not to. */
async function asked(work: () => Promise<Credential | null>): Promise<string> {
  try {
    const found = await work();
    return found ? JSON.stringify((found as PublicKeyCredential).toJSON()) : "";
  } catch (error) {
    if (error instanceof DOMException) return "";
    throw error;
  }
}
