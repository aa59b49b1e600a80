/** The players' colors, and the one of a player who has chosen none. */
import type { Color } from "../wire/types";

export const COLORS = ["red", "orange", "gold", "green", "teal", "blue", "violet", "gray"] as const;

/** Gray is for whoever has no name. */
const LIVELY = COLORS.filter((one) => one !== "gray");

/** The color that a player is shown in: the chosen one, else one that goes with the name. */
export function colorOf(name: string, color: Color): Exclude<Color, ""> {
  if (color) return color;
  if (!name) return "gray";
  const sum = [...name].reduce((mixed, letter) => (mixed * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
  return LIVELY[sum % LIVELY.length] ?? "gray";
}
