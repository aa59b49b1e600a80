/** The source of all texts. A new file of this folder is added here; its keys begin with the file's name. */
import common from "./common.json";
import hand from "./hand.json";
import hex from "./hex.json";
import home from "./home.json";
import keys from "./keys.json";
import lists from "./lists.json";
import tray from "./tray.json";

export const en = { ...common, ...hand, ...hex, ...home, ...keys, ...lists, ...tray } as const;
export type Key = keyof typeof en;
