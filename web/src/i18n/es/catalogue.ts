/** All files of this folder as one piece, fetched when the language is chosen. What is missing is shown in English. */
import type { Catalogue, Message } from "../message";

const files = import.meta.glob<Record<string, Message>>("./*.json", { eager: true, import: "default" });
export default Object.assign({}, ...Object.values(files)) as Catalogue;
