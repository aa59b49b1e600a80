/** Inviting a player to the open seat of a game. */
import { api } from "../shared/api";
import { toasts } from "../shared/toasts.svelte";
import type { FoundPlayer } from "../wire/types";
import { t } from "./texts";

/** Invites a player, and says so or what was in the way. */
export async function invite(game: string, { key, name }: FoundPlayer): Promise<void> {
  try {
    await api.inviteGuest(game, key, name);
    toasts.say(t("people.find-done", { name }));
  } catch (error) {
    if (error instanceof Error) toasts.say(error.message);
  }
}
