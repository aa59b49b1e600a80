import { toasts } from "./toasts.svelte";

/** Puts a text on the clipboard and says so; where the browser refuses, shows the text to be copied by hand. */
export async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.say(said);
  } catch {
    toasts.say(text);
  }
}
