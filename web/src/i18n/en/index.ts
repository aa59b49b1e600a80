/** The source of all texts. A new file of this folder is added here; its keys begin with the file's name. */
import account from "./account.json";
import battle from "./battle.json";
import bids from "./bids.json";
import cards from "./cards.json";
import common from "./common.json";
import create from "./create.json";
import dice from "./dice.json";
import editor from "./editor.json";
import ending from "./ending.json";
import game from "./game.json";
import graphs from "./graphs.json";
import home from "./home.json";
import keys from "./keys.json";
import lab from "./lab.json";
import label from "./label.json";
import ladder from "./ladder.json";
import lessons from "./lessons.json";
import lists from "./lists.json";
import log from "./log.json";
import map from "./map.json";
import odds from "./odds.json";
import orders from "./orders.json";
import outlook from "./outlook.json";
import people from "./people.json";
import phase from "./phase.json";
import picture from "./picture.json";
import prompt from "./prompt.json";
import replay from "./replay.json";
import report from "./report.json";
import rulebook from "./rulebook.json";
import sandbox from "./sandbox.json";
import settings from "./settings.json";
import signs from "./signs.json";
import standing from "./standing.json";
import table from "./table.json";
import tray from "./tray.json";
import words from "./words.json";

export const en = {
  ...account,
  ...battle,
  ...bids,
  ...cards,
  ...common,
  ...create,
  ...dice,
  ...editor,
  ...ending,
  ...game,
  ...graphs,
  ...home,
  ...keys,
  ...lab,
  ...label,
  ...ladder,
  ...lessons,
  ...lists,
  ...log,
  ...map,
  ...odds,
  ...orders,
  ...outlook,
  ...people,
  ...phase,
  ...picture,
  ...prompt,
  ...replay,
  ...report,
  ...rulebook,
  ...sandbox,
  ...settings,
  ...signs,
  ...standing,
  ...table,
  ...tray,
  ...words,
} as const;
export type Key = keyof typeof en;
