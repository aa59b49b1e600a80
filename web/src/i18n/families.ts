/**
 * The codes of the server that the client words: a family is the beginning of the keys of one closed list.
 * `tools/check_catalogues.py` knows the lists from the server (`closed`), and refuses a code without a text.
 */
export type Family =
  | "admin.log-"
  | "cards.family-"
  | "cards.when-"
  | "label."
  | "label.until-"
  | "label.cause-"
  | "label.shift-"
  | "label.end-"
  | "words."
  | "words.box-"
  | "words.kind-"
  | "words.months-"
  | "words.phase-"
  | "words.result-"
  | "words.side-"
  | "words.terrain-"
  | "words.type-"
  | "words.weather-"
  | "keys."
  | "replay.key-"
  | "orders.phase-"
  | "orders.word-";
