/** Invitations as links that the other player can follow: at the address by which others find this server. */

import type { Reachability } from "../wire/types";
import { api } from "./api";
import { at } from "./base";

export interface Invitation {
  link: string;
  /** Only this computer can follow the link. */
  alone: boolean;
  /** Where others in the network would find the server if it answered them; empty where nobody knows. */
  address: string;
}
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The invitation behind a path of the server, for a page that was opened at `here`. */
export function invitationAt(path: string, here: URL, reach: Reachability): Invitation {
  const alone = LOOPBACK.test(here.hostname) && !reach.others;
  const abroad = LOOPBACK.test(here.hostname) && reach.others && reach.address;
  return { link: new URL(at(path), abroad || here.origin).href, alone, address: reach.address };
}

/** The invitation behind a path; where the server does not say who can reach it, at the address of this page. */
export async function invitation(path: string): Promise<Invitation> {
  const reach = await api.reachability().catch(() => ({ others: true, address: "" }));
  return invitationAt(path, new URL(location.href), reach);
}
