/** The log as it is read: cards that a side draws one after the other are one line. */
import type { LogLine } from "../wire/types";

/** Lines that are told together; one alone in most cases. */
export type Told = LogLine[];

export function grouped(lines: readonly LogLine[]): Told[] {
  const told: Told[] = [];
  for (const line of lines) {
    const before = told.at(-1)?.[0];
    const more = before?.type === "CardDrawn" && line.type === "CardDrawn";
    if (more && before.side === line.side && before.said === line.said) told.at(-1)?.push(line);
    else told.push([line]);
  }
  return told;
}
