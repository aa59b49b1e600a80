/** The source of all texts, as types: the texts come with the code that says them (`says` of `i18n.svelte.ts`). A new file of this folder is added here; its keys begin with the file's name. */
import type account from "./account.json";
import type admin from "./admin.json";
import type ask from "./ask.json";
import type battle from "./battle.json";
import type bids from "./bids.json";
import type cards from "./cards.json";
import type coach from "./coach.json";
import type common from "./common.json";
import type create from "./create.json";
import type dice from "./dice.json";
import type editor from "./editor.json";
import type ending from "./ending.json";
import type game from "./game.json";
import type graphs from "./graphs.json";
import type home from "./home.json";
import type keys from "./keys.json";
import type lab from "./lab.json";
import type label from "./label.json";
import type ladder from "./ladder.json";
import type lessons from "./lessons.json";
import type lists from "./lists.json";
import type log from "./log.json";
import type map from "./map.json";
import type odds from "./odds.json";
import type orders from "./orders.json";
import type outlook from "./outlook.json";
import type people from "./people.json";
import type phase from "./phase.json";
import type picture from "./picture.json";
import type prompt from "./prompt.json";
import type puzzles from "./puzzles.json";
import type replay from "./replay.json";
import type report from "./report.json";
import type rulebook from "./rulebook.json";
import type sandbox from "./sandbox.json";
import type settings from "./settings.json";
import type signs from "./signs.json";
import type standing from "./standing.json";
import type table from "./table.json";
import type tournament from "./tournament.json";
import type tray from "./tray.json";
import type words from "./words.json";

type English = typeof account &
  typeof admin &
  typeof ask &
  typeof battle &
  typeof bids &
  typeof cards &
  typeof coach &
  typeof common &
  typeof create &
  typeof dice &
  typeof editor &
  typeof ending &
  typeof game &
  typeof graphs &
  typeof home &
  typeof keys &
  typeof lab &
  typeof label &
  typeof ladder &
  typeof lessons &
  typeof lists &
  typeof log &
  typeof map &
  typeof odds &
  typeof orders &
  typeof outlook &
  typeof people &
  typeof phase &
  typeof picture &
  typeof prompt &
  typeof puzzles &
  typeof replay &
  typeof report &
  typeof rulebook &
  typeof sandbox &
  typeof settings &
  typeof signs &
  typeof standing &
  typeof table &
  typeof tournament &
  typeof tray &
  typeof words;
export type Key = keyof English;
