/** The emblems of the families of cards, 48 by 48, in the line of the map; loaded when the first card is shown. */

import type { CardHalf } from "../wire/types";

export interface Emblem {
  /** Lightly filled, with an outline. */
  body: string;
  /** Lines alone. */
  line?: string;
  /** Solid. */
  dot?: string;
}

export const EMBLEMS: Record<CardHalf["family"], Emblem> = {
  leader: {
    body: "M9 19C12 8 36 8 39 19L36 26H12ZM7 44C8 36 15 33 24 33S40 36 41 44Z",
    line: "M12 26C17 31 31 31 36 26M20 34L24 39L28 34",
    dot: "M24 14.5L25.6 18H29L26.3 20.2L27.3 23.6L24 21.6L20.7 23.6L21.7 20.2L19 18H22.4Z",
  },
  weather: {
    body: "M14 27A8.5 8.5 0 0 1 15 10.2A11.5 11.5 0 0 1 36.6 13A7.2 7.2 0 0 1 36 27Z",
    line: "M14 32L11 39M22 32L19 39M33 32V44M27.8 35L38.2 41M38.2 35L27.8 41",
  },
  supply: {
    body: "M18 5H30L40 43H8Z",
    line: "M16.6 11H31.4M14.9 18H33.1M13.2 25H34.8M11.5 32H36.5M9.8 39H38.2M20.6 5L15 43M27.4 5L33 43",
  },
  attack: {
    body: "M6 42C8 28 16 20.5 27 19.5V10L43 24L27 38V28.5C18 29 11 33 6 42Z",
  },
  defense: {
    body: "M7 42V13H14V19H20.5V13H27.5V19H34V13H41V42Z",
    line: "M7 27H41M18 27V34M30 27V34M24 34V42M7 34H41",
  },
  fire: {
    body: "M9 30L33 11L38 17.5L15 36Z",
    line: "M18 27.5A8 8 0 1 0 18.1 27.5M25 39L40 43M38 8L41 4M41.5 13L46 12M33.5 6L33 2",
    dot: "M18 33A2.5 2.5 0 1 0 18.1 33",
  },
  movement: {
    body: "M4 11H27V35H4ZM27 18H37L44 26V35H27Z",
    line: "M4 17H27M31 26H43",
    dot: "M13 30.5A5.5 5.5 0 1 0 13.1 30.5M35 30.5A5.5 5.5 0 1 0 35.1 30.5",
  },
  replacement: {
    body: "M6 15H33V42H6Z",
    line: "M11 22H28V35H11ZM11 22L28 35M28 22L11 35M39 4V18M32 11H46",
  },
  politics: {
    body: "M12 7C20 2 27 12 40 7V26C27 31 20 21 12 26Z",
    line: "M12 4V44M6 44H18",
  },
  intelligence: {
    body: "M4 24C10 14 16.5 10 24 10S38 14 44 24C38 34 31.5 38 24 38S10 34 4 24Z",
    line: "M24 16A8 8 0 1 0 24.1 16",
    dot: "M24 20.5A3.5 3.5 0 1 0 24.1 20.5",
  },
  cards: {
    body: "M17 9H35V36H17Z",
    line: "M17 12.5L12.5 13.5L17.5 40L33 37.5M12.8 15.5L7.5 18L19 43L29 39.5",
    dot: "M26 16L31 22.5L26 29L21 22.5Z",
  },
  fortune: {
    body: "M8 16L24 8L40 16V34L24 42L8 34Z",
    line: "M8 16L24 24L40 16M24 24V42",
    dot: "M16 27A2.2 2.2 0 1 0 16.1 27M28.5 24.5A2.2 2.2 0 1 0 28.6 24.5M35.5 30.5A2.2 2.2 0 1 0 35.6 30.5M24 14A2.6 1.8 0 1 0 24.1 14",
  },
};
