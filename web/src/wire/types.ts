/**
 * The wire in the client's words. The types are the server's own (wire.ts, made by `make wire`); here stand only the
 * client's names for them, and what it adds.
 */
import type {
  Action as ActionSent,
  BattleView,
  BillView,
  Company,
  Danger,
  DutyView,
  EffectView,
  Entering,
  Event,
  Facts,
  Forecast,
  Hint as HintSent,
  History as HistorySent,
  InfoCard,
  LogLine as LineSent,
  LostUnits,
  Me,
  OddsView,
  Package as PackageSent,
  PlanAnswer,
  Proposal,
  PuzzleChoice as PuzzleChoiceSent,
  Query,
  Reach,
  Reading,
  Refusal,
  Road,
  ShiftView,
  Shown as ShownSent,
  Side,
  Suggestion as SuggestionSent,
  Supply,
  SupplyGround,
  SupplyThen,
  Threat,
  Tick as TickSent,
  Told,
  Unit,
  UnitView,
  Zone,
} from "./wire";

export type {
  Account,
  ActWanted,
  ArchivePage,
  AskAnswer,
  AskModel,
  BattleCard,
  Bid,
  Bidding,
  Blocked,
  Card,
  CardHalf,
  CardNumber,
  ChanceRecord,
  CheckedPosition,
  Chip,
  Choice,
  Coached,
  CoachFigures,
  CoachReview,
  CoachTurn,
  Company,
  Consequence,
  Danger,
  Deed,
  DeletionPreview,
  Desk,
  Explained,
  Explanation,
  Face,
  Forecast,
  Found,
  FoundPlayer,
  GameChoices,
  GameInfo,
  GameNews,
  GameShown,
  GoOn,
  Graphs,
  Hex,
  InfoCard,
  Invitation,
  KeptTry,
  LadderPage,
  Learning,
  LessonProgress,
  LinkOwner,
  ListedGame,
  Lobby,
  Lot,
  MapId,
  Me,
  ModelAsking,
  ModelLine,
  NewGame,
  NewPreferences,
  NewTournament,
  Notices,
  OptionalRule,
  OrdersGiven,
  OutcomeView,
  PairStanding,
  Passing,
  Passkey,
  PasskeyOptions,
  PlaceId,
  PlanAnswer,
  PlayerPage,
  PlayerRating,
  PlayerShown,
  Preferences,
  PuzzleBook,
  PuzzleChoice,
  PuzzleCounted,
  PuzzleLevel,
  PuzzleLine,
  PuzzleProgress,
  PuzzleTried,
  PuzzleWhy,
  Query,
  Reach,
  Reachability,
  Road,
  ScenarioChoice,
  Scope,
  Seat,
  Seed,
  Session,
  Side,
  StandingOrders,
  StandingTold,
  Supply,
  SupplyGround,
  SupplyThen,
  TalkLine,
  Terms,
  Threat,
  TournamentList,
  TournamentPage,
  TournamentTerms,
  Tried,
  TurnBox,
  UnitId,
  UnitView,
  Unusual,
  View,
  Window,
  Zone,
} from "./wire";
export type PuzzleKind = PuzzleChoiceSent["kind"];
export type Battle = BattleView;
export type Color = Me["color"];
export type Kind = Proposal["kind"];
export type Move = Company["may"][number];
export type Bill = BillView;
export type BoardFacts = Facts;
export type BringBack = Record<Side, LostUnits>;
export type Duty = DutyView;
export type Effect = EffectView;
export type Eyes = ShownSent["eyes"];
export type Odds = OddsView;
export type Reason = Told;
export type Roads = Record<Side, Road[]>;
export type Shift = ShiftView;
export type UnitFacts = Unit;

/** Records told apart by a tag, whose fields can be asked for before the tag is: those of the other records are undefined. */
type Askable<One, All = One> = One extends unknown
  ? One & { [Field in Exclude<All extends unknown ? keyof All : never, keyof One>]?: undefined }
  : never;
export type Action = Askable<ActionSent>;
export type GameEvent = Askable<Event>;
/** What a player can do, by the name of its action. */
export type Verb = ActionSent["type"];
/** What can happen, by the name of its event. */
export type Happening = Event["type"];
export type LogLine = Omit<LineSent, "event" | "type"> & { type: Happening; event: GameEvent };
export type Package = Omit<PackageSent, "actions" | "events"> & { actions: Action[]; events: LogLine[] };
export type Shown = Omit<ShownSent, "events"> & { events: LogLine[] };
export type Tick = Omit<TickSent, "line"> & { line: LogLine | null };
export type History = Omit<HistorySent, "events" | "ticks"> & { events: LogLine[]; ticks: Tick[] };
export type Hint = Omit<HintSent, "action"> & { action: Action };
export type Suggestion = Omit<SuggestionSent, "action"> & { action: Action | null };
export type OrderReading = Omit<Reading, "actions" | "suggestions"> & { actions: Action[]; suggestions: Suggestion[] };

/** What the face of a counter shows. */
export type FaceView = Pick<UnitView, "face" | "name" | "type" | "strength" | "move" | "steps" | "max_steps"> &
  Partial<Pick<UnitView, "ss" | "white" | "paren">>;

/** What each kind of question is answered with. */
export interface Answers {
  reach: Reach;
  entering: Entering;
  odds: Odds;
  supply: Supply;
  supply_ground: SupplyGround;
  zoc: Zone;
  forecast: Forecast | null;
  threat: Threat;
  supply_then: SupplyThen;
  dangers: Danger[];
  victory: Roads;
  bring_back: BringBack;
  why: Reason | null;
  idle: Reason | null;
  allocation: PlanAnswer;
  card: InfoCard;
}
export type Question<Kind extends Query["kind"]> = Extract<Query, { kind: Kind }>;

/** What the computer is at, as the live channel tells it: it is not part of the description of the calls. */
export interface Thinking {
  stage: "looking" | "cards" | "organization" | "moves" | "answer" | "battles";
  share: number;
}

/** A refusal with the position as it is, where the client has to catch up. */
export type ProblemBody = Partial<Refusal> & { package?: Package };
