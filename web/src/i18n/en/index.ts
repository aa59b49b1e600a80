/** The source of all texts. A new file of this folder is added here; its keys begin with the file's name. */
import common from "./common.json";
import create from "./create.json";
import editor from "./editor.json";
import graphs from "./graphs.json";
import hand from "./hand.json";
import hex from "./hex.json";
import home from "./home.json";
import keys from "./keys.json";
import lab from "./lab.json";
import label from "./label.json";
import learn from "./learn.json";
import lists from "./lists.json";
import log from "./log.json";
import orders from "./orders.json";
import outlook from "./outlook.json";
import phases from "./phases.json";
import prompt from "./prompt.json";
import replay from "./replay.json";
import report from "./report.json";
import sandbox from "./sandbox.json";
import settings from "./settings.json";
import table from "./table.json";
import tray from "./tray.json";
import words from "./words.json";

export const en = {
  ...common,
  ...create,
  ...editor,
  ...graphs,
  ...hand,
  ...hex,
  ...home,
  ...keys,
  ...lab,
  ...label,
  ...learn,
  ...lists,
  ...log,
  ...orders,
  ...outlook,
  ...phases,
  ...prompt,
  ...replay,
  ...report,
  ...sandbox,
  ...settings,
  ...table,
  ...tray,
  ...words,
} as const;
export type Key = keyof typeof en;
