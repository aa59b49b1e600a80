/** The source of all texts. A new file of this folder is added here; its keys begin with the file's name. */
import common from "./common.json";
import home from "./home.json";

export const en = { ...common, ...home } as const;
export type Key = keyof typeof en;
