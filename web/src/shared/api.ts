/** The calls of the wire protocol. Nothing here knows a rule. */

import { refusal } from "../i18n/refusal";
import type {
  Account,
  Action,
  ActWanted,
  Answers,
  ArchivePage,
  AskAnswer,
  AskModel,
  Bid,
  Blocked,
  BoardFacts,
  ChanceRecord,
  CheckedPosition,
  Coached,
  Color,
  Company,
  DeletionPreview,
  Desk,
  Explained,
  Eyes,
  Found,
  FoundPlayer,
  GameChoices,
  GameNews,
  GoOn,
  Graphs,
  Hint,
  History,
  Invitation,
  Kind,
  LadderPage,
  Learning,
  LinkOwner,
  ListedGame,
  Lobby,
  MapId,
  Me,
  ModelAsking,
  ModelLine,
  NewPreferences,
  NewTournament,
  Notices,
  OrderReading,
  OrdersGiven,
  Package,
  Passing,
  Passkey,
  PasskeyOptions,
  PlayerPage,
  Preferences,
  ProblemBody,
  PuzzleBook,
  PuzzleCounted,
  PuzzleLevel,
  PuzzleProgress,
  PuzzleTried,
  PuzzleWhy,
  Query,
  Question,
  Reachability,
  Reason,
  Session,
  Shown,
  Side,
  StandingOrders,
  StandingTold,
  Terms,
  TournamentList,
  TournamentPage,
} from "../wire/types";
import { at } from "./base";
import { cookies } from "./cookies.svelte";
import { standing } from "./standing.svelte";
import { t } from "./texts";

export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly rule: string | undefined;
  readonly why: Reason | undefined;
  readonly package: Package | undefined;
  constructor(status: number, body: ProblemBody) {
    super(body.error?.why ? refusal(body.error.why) : (body.error?.text ?? t("common.answered", { status })));
    this.status = status;
    this.code = body.error?.code ?? "http";
    this.rule = body.error?.rule;
    this.why = body.error?.why;
    this.package = body.package;
  }
}

/** The server could not be reached at all. */
export class Offline extends Error {}

/** The language of this page: the mails that a call has sent are written in it. */
function spoken(): Record<string, string> {
  const language = document.documentElement.lang;
  return language ? { "accept-language": language } : {};
}

/** How often a call is made that a busy server has refused before it looked at it. */
const TRIES = 4;

/** The seconds after which a busy server wants the call made again; 0 if it has taken it, or has failed. */
function busyFor(response: Response): number {
  return response.status === 503 ? Number(response.headers.get("retry-after")) || 0 : 0;
}

/** Waits for so many seconds, from half as long to half as long again: not all who were refused come back at once. */
function pause(seconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, seconds * 1000 * (0.5 + Math.random())));
}

async function patiently(path: string, request: RequestInit): Promise<Response> {
  let response = await fetch(at(path), request);
  for (let tries = 1; tries < TRIES && busyFor(response) > 0; tries += 1) {
    await pause(busyFor(response));
    response = await fetch(at(path), request);
  }
  return response;
}

async function sent(method: string, path: string, body?: unknown, stop?: AbortSignal): Promise<Response> {
  const asked = standing.asks();
  let response: Response;
  try {
    response = await patiently(path, {
      method,
      credentials: "same-origin",
      headers: { ...spoken(), ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? null : JSON.stringify(body),
      signal: stop ?? null,
    });
  } catch {
    throw new Offline(t("common.no-server"));
  }
  standing.heard(response, asked);
  return response;
}

/** An answer that breaks off on its way is none: the server is tried again as if it had not been reached. */
async function whole<Body>(read: Promise<Body>): Promise<Body> {
  try {
    return await read;
  } catch {
    throw new Offline(t("common.no-server"));
  }
}

/** What is left to read of a refusal, as an error. */
async function refused(response: Response): Promise<Error> {
  const text = await whole(response.text());
  let data: unknown = null;
  try {
    data = text === "" ? null : JSON.parse(text);
  } catch {
    data = { error: { code: "http", text } };
  }
  const gone = response.status === 502 || response.status === 503 || response.status === 504;
  return gone ? new Offline(t("common.no-server")) : new Problem(response.status, normal(data, response.status));
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await sent(method, path, body);
  if (response.ok && response.headers.get("content-type") === "application/zip")
    return (await whole(response.blob())) as T;
  if (!response.ok) throw await refused(response);
  const text = await whole(response.text());
  return (text === "" ? null : JSON.parse(text)) as T;
}

/** The lines of JSON of an answer, as they come; empty ones are signs of life. */
async function* lines<T>(path: string, body: unknown, stop: AbortSignal): AsyncGenerator<T> {
  const response = await sent("POST", path, body, stop);
  if (!response.ok || !response.body) throw await refused(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value = "" } = await reader.read();
    const found = (rest + value).split("\n");
    rest = found.pop() ?? "";
    for (const line of found) if (line) yield JSON.parse(line) as T;
    if (done) return;
  }
}

/** Has the browser send its cookie back, which it is given before: asked until it has done so once. */
async function knownAgain(): Promise<void> {
  for (let tries = 0; tries < 2 && !cookies.kept; tries += 1) {
    cookies.kept = (await call<{ kept: boolean }>("POST", "/api/cookie", {})).kept;
  }
  cookies.refused = !cookies.kept;
  if (cookies.refused) throw new Error(t("common.cookies"));
}

/** A call that gives this browser a seat, which only its cookie gives it back: without one nothing is made. */
async function seated<T>(path: string, body: unknown): Promise<T> {
  await knownAgain();
  return call<T>("POST", path, body);
}

/** The framework's own refusals have another shape; give them the protocol's. */
function normal(data: unknown, status: number): ProblemBody {
  if (data && typeof data === "object") {
    if ("error" in data) return data as ProblemBody;
    if ("detail" in data) return { error: { code: "http", text: String((data as { detail: unknown }).detail) } };
  }
  return { error: { code: "http", text: t("common.answered", { status }) } };
}

/** Whose hand may come, where two people share this browser: that of the one who has said to be here. */
export type Hands = Side | "none" | "all";

export interface NewGame {
  scenario?: string;
  /** Instead of a scenario: a position as text. */
  position?: string;
  rules?: string;
  name?: string;
  axis: "human" | "computer" | "open";
  soviet: "human" | "computer" | "open";
  level?: string;
  options?: Record<string, boolean | number[]>;
  clock?: Terms;
  shared?: boolean;
  bid?: boolean;
  open_hands?: boolean;
  own_dice?: boolean;
  rated?: boolean;
  pair?: boolean;
  help?: "none" | "hints";
  seen?: "made" | "final";
  orders?: OrderSet;
}
/** The sets of standing orders that a player can begin with. */
export type OrderSet = "quick" | "careful" | "ask";

/** Games in a page of the list (`server/lobby/service.py`). */
const PAGE = 100;

export const api = {
  board: () => call<BoardFacts>("GET", "/api/board"),
  options: () => call<GameChoices>("GET", "/api/options"),
  reachability: () => call<Reachability>("GET", "/api/reachability"),
  lessons: () => call<Learning>("GET", "/api/lessons"),
  beginLesson: (lesson: string) => seated<{ id: string }>("/api/games", { lesson }),
  puzzles: () => call<PuzzleBook>("GET", "/api/puzzles"),
  takeOverPuzzles: (known: Record<string, PuzzleTried>) =>
    call<PuzzleBook>("POST", "/api/puzzles", {
      tried: Object.fromEntries(Object.entries(known).map(([puzzle, { result }]) => [puzzle, result])),
      solved: Object.keys(known).filter((puzzle) => known[puzzle]?.solved),
    }),
  beginPuzzle: (puzzle: string) => seated<{ id: string }>(`/api/puzzles/${puzzle}`, {}),
  hintAtPuzzle: (id: string) => call<PuzzleProgress>("POST", `/api/games/${id}/puzzle/hint`, {}),
  whyNotMine: (id: string) => call<PuzzleWhy>("POST", `/api/games/${id}/puzzle/why-not`, {}),
  puzzleSolution: (id: string) => call<PuzzleProgress>("POST", `/api/games/${id}/puzzle/solution`, {}),
  countPuzzle: (id: string, known: { level: PuzzleLevel; counted: boolean }) =>
    call<PuzzleCounted>("POST", `/api/games/${id}/puzzle/result`, known),
  /** All games of this browser; the server gives them by the page. */
  games: async (): Promise<ListedGame[]> => {
    const rows: ListedGame[] = [];
    for (;;) {
      const page = await call<ListedGame[]>("GET", `/api/games?start=${rows.length}`);
      rows.push(...page);
      if (page.length < PAGE) return rows;
    }
  },
  /** What has changed on the list of games since an earlier answer; empty: lately. */
  gameNews: (since: string) =>
    call<GameNews>("GET", `/api/games/news${since ? `?since=${encodeURIComponent(since)}` : ""}`),
  create: (game: NewGame) => seated<{ id: string; links?: Partial<Record<Side, string>> }>("/api/games", game),
  package: (id: string, since: number, hands: Hands) =>
    call<Package>("GET", `/api/games/${id}?since=${since}&hands=${hands}`),
  act: (id: string, ply: number, action: Action, hands: Hands) =>
    call<Package>("POST", `/api/games/${id}/actions?hands=${hands}`, { ply, action }),
  undo: (id: string, ply: number, hands: Hands) =>
    call<Package>("POST", `/api/games/${id}/undo?hands=${hands}`, { ply }),
  restart: (id: string, ply: number, hands: Hands) =>
    call<Package>("POST", `/api/games/${id}/restart?hands=${hands}`, { ply }),
  takeBack: (id: string, ply: number, hex: MapId, hands: Hands) =>
    call<Package>("POST", `/api/games/${id}/take-back?hands=${hands}`, { ply, hex }),
  redo: (id: string, ply: number, hands: Hands) =>
    call<Package>("POST", `/api/games/${id}/redo?hands=${hands}`, { ply }),
  query: <Kind extends Query["kind"]>(id: string, question: Question<Kind>) =>
    call<Answers[Kind]>("POST", `/api/games/${id}/query`, question),
  orders: (id: string, ply: number, text: string, hands: Hands) =>
    call<OrderReading>("POST", `/api/games/${id}/orders?hands=${hands}`, { ply, text }),
  ask: (id: string, text: string, language: string, hands: Hands) =>
    call<AskAnswer>("POST", `/api/games/${id}/ask?hands=${hands}`, { text, language }),
  askedModel: () => call<AskModel>("GET", "/api/ask/model"),
  askModel: (id: string, asking: ModelAsking, hands: Hands, stop: AbortSignal) =>
    lines<ModelLine>(`/api/games/${id}/ask/model?hands=${hands}`, asking, stop),
  ordersGiven: (id: string, side: Side) => call<OrdersGiven>("GET", `/api/games/${id}/orders?as=${side}`),
  hint: (id: string, ply: number, hands: Hands) => call<Hint>("POST", `/api/games/${id}/hint?hands=${hands}`, { ply }),
  reasons: (id: string, first: number, last: number) =>
    call<Explained[]>("GET", `/api/games/${id}/reasons?first=${first}&last=${last}`),
  sealSeed: (id: string, seal: string) => call<null>("POST", `/api/games/${id}/seed/seal`, { seal }),
  goOnWithoutSeed: (id: string, side: Side) => call<null>("POST", `/api/games/${id}/seed/without`, { side }),
  addSeed: (id: string, seed: string) => call<null>("POST", `/api/games/${id}/seed`, { seed }),
  chance: (id: string) => call<ChanceRecord>("GET", `/api/games/${id}/chance`),
  passWindows: (id: string, side: Side, passes: Passing) =>
    call<null>("POST", `/api/games/${id}/windows`, { side, passes }),
  order: (id: string, orders: StandingOrders) =>
    call<StandingOrders>("POST", `/api/games/${id}/standing-orders`, orders),
  hurry: (id: string) => call<null>("POST", `/api/games/${id}/hurry`, {}),
  remove: (id: string) => call<null>("DELETE", `/api/games/${id}`),
  putAway: (id: string, away: boolean) => call<null>("POST", `/api/games/${id}/away`, { away }),
  rename: (id: string, name: string) => call<null>("POST", `/api/games/${id}/name`, { name }),
  copy: (id: string) => call<{ id: string }>("POST", `/api/games/${id}/copy`, {}),
  saveUrl: (id: string) => at(`/api/games/${id}/save`),
  replay: (id: string, ply: number, as: Eyes | null) =>
    call<Shown>("GET", `/api/games/${id}/replay?ply=${ply}${as ? `&as=${as}` : ""}`),
  history: (id: string, as: Eyes | null) => call<History>("GET", `/api/games/${id}/history${as ? `?as=${as}` : ""}`),
  graphs: (id: string) => call<Graphs>("GET", `/api/games/${id}/graphs`),
  coached: (id: string) => call<Coached>("GET", `/api/games/${id}/review`),
  askCoach: (id: string) => call<Coached>("POST", `/api/games/${id}/review`, {}),
  stopCoach: (id: string) => call<Coached>("DELETE", `/api/games/${id}/review`),
  position: (id: string, ply: number, as: string | null) =>
    call<{ text: string; hidden: Side[] }>("GET", `/api/games/${id}/position?ply=${ply}${as ? `&as=${as}` : ""}`),
  setUp: (scenario: string) => call<{ text: string }>("GET", `/api/scenarios/${scenario}/position`),
  check: (position: string) => call<CheckedPosition>("POST", "/api/positions", { position }),
  sandbox: (from: { game: string; ply: number; eyes?: Eyes } | { position: string }) =>
    seated<{ id: string }>("/api/sandboxes", from),
  goOn: (id: string, wish: GoOn) => seated<{ id: string }>(`/api/games/${id}/onward`, wish),
  notices: () => call<Notices>("GET", "/api/notices"),
  changeNotices: (
    wanted: Pick<Notices, "mail" | "quiet_from" | "quiet_to" | "zone"> &
      Pick<NewPreferences, "language"> & { again?: boolean },
  ) => call<Notices>("POST", "/api/notices", wanted),
  chooseNotices: (choices: Notices["choices"]) => call<Notices>("POST", "/api/notices/choices", choices),
  habits: () => call<Preferences>("GET", "/api/habits"),
  changeHabits: (wished: NewPreferences) => call<Preferences>("POST", "/api/habits", wished),
  findPeople: (name: string) => call<{ players: FoundPlayer[] }>("POST", "/api/people/find", { name }),
  opponents: async () => (await call<{ players: FoundPlayer[] }>("GET", "/api/people/met")).players,
  inviteGuest: (game: string, key: string, name: string) =>
    call<void>("POST", `/api/games/${game}/guests`, { key, name }),
  declineInvitation: (game: string) => call<void>("POST", `/api/games/${game}/guests/decline`, {}),
  report: (game: string, number: number, text: string) =>
    call<void>("POST", `/api/games/${game}/talk/${number}/report`, { text }),
  tellBrowser: (told: { endpoint: string; key: string; auth: string; language: NewPreferences["language"] }) =>
    call<Notices>("POST", "/api/notices/browsers", told),
  forgetBrowser: (browser: string) => call<Notices>("POST", "/api/notices/browsers/forget", { browser }),
  mute: (game: string, muted: boolean) => call<Notices>("POST", "/api/notices/muted", { game, muted }),
  me: () => call<Me>("GET", "/api/me"),
  changeMe: (name: string, color: Color) => call<Me>("POST", "/api/me", { name, color }),
  /** A player's page; one's own without an address. */
  profile: (page: string) =>
    call<PlayerPage>("GET", page ? `/api/players/${encodeURIComponent(page)}` : "/api/me/page"),
  showProfile: (shown: boolean) => call<PlayerPage>("POST", "/api/me/page", { shown }),
  ladder: (kind: LadderPage["kind"], side: Side, start: number) =>
    call<LadderPage>("GET", `/api/ladder?kind=${kind}&side=${side}&start=${start}`),
  archive: (whose: "mine" | "public", q: string, scenario: string, start: number) =>
    call<ArchivePage>("GET", `/api/archive?${new URLSearchParams({ whose, q, scenario, start: String(start) })}`),
  looked: (id: string, ply: number) => call<null>("POST", `/api/games/${id}/looked`, { ply }),
  tournaments: (which: "now" | "over" | "mine", start: number) =>
    call<TournamentList>("GET", `/api/tournaments?which=${which}&start=${start}`),
  makeTournament: (wanted: NewTournament) => call<{ id: string }>("POST", "/api/tournaments", wanted),
  tournament: (id: string) => call<TournamentPage>("GET", `/api/tournaments/${encodeURIComponent(id)}`),
  inTournament: (id: string, move: TournamentPage["may"][number]) =>
    call<TournamentPage>("POST", `/api/tournaments/${encodeURIComponent(id)}/${move}`, {}),
  remind: (id: string) => call<null>("POST", `/api/games/${id}/remind`, {}),
  makePublic: (id: string, on: boolean) => call<null>("POST", `/api/games/${id}/public`, { public: on }),
  makeCode: () => call<{ code: string }>("POST", "/api/me/recovery", {}),
  revokeCode: () => call<Me>("POST", "/api/me/recovery/revoke", {}),
  useCode: (code: string) => call<Me>("POST", "/api/me/recovery/use", { code }),
  signOutOthers: () => call<Me>("POST", "/api/me/sign-out-others", {}),
  account: () => call<Account>("GET", "/api/account"),
  askForLink: (mail: string) => call<null>("POST", "/api/account/letter", { mail }),
  linkOwner: (code: string) => call<LinkOwner>("POST", "/api/account/link", { code }),
  openAccount: (code: string, password: string, notices: boolean) =>
    call<null>("POST", "/api/account/open", { code, password, notices }),
  signIn: (mail: string, password: string) => call<null>("POST", "/api/account/sign-in", { mail, password }),
  signOut: () => call<null>("POST", "/api/account/sign-out", {}),
  changePassword: (password: string, wanted: string) =>
    call<null>("POST", "/api/account/password", { password, wanted }),
  changeMail: (password: string, mail: string) => call<null>("POST", "/api/account/mail", { password, mail }),
  confirmMail: (code: string) => call<null>("POST", "/api/account/mail/confirm", { code }),
  sessions: () => call<Session[]>("GET", "/api/account/sessions"),
  endSession: (id: string) => call<null>("POST", "/api/account/sessions/end", { id }),
  leaving: () => call<DeletionPreview>("GET", "/api/account/leaving"),
  deleteAccount: (password: string) => call<null>("POST", "/api/account/delete", { password }),
  passkeys: () => call<Passkey[]>("GET", "/api/account/passkeys"),
  preparePasskey: (password: string) => call<PasskeyOptions>("POST", "/api/account/passkeys/prepare", { password }),
  addPasskey: (answer: string, name: string) => call<Passkey[]>("POST", "/api/account/passkeys", { answer, name }),
  removePasskey: (id: string) => call<Passkey[]>("POST", "/api/account/passkeys/remove", { id }),
  askPasskey: () => call<PasskeyOptions>("POST", "/api/account/passkeys/ask", {}),
  enterByPasskey: (answer: string) => call<null>("POST", "/api/account/passkeys/sign-in", { answer }),
  standing: () => call<StandingTold>("GET", "/api/standing"),
  adminDesk: () => call<Desk>("GET", "/api/admin"),
  adminFind: (text: string) => call<Found>("POST", "/api/admin/find", { text }),
  adminData: (target: string, why: string, password: string) =>
    call<Blob>("POST", "/api/admin/data", { target, why, password }),
  adminAct: (wanted: ActWanted) => call<null>("POST", "/api/admin/acts", wanted),
  blocks: () => call<Blocked[]>("GET", "/api/blocks"),
  endBlock: (id: string) => call<Blocked[]>("POST", "/api/blocks/end", { id }),
  block: (id: string, blocked: boolean) => call<null>("POST", `/api/games/${id}/block`, { blocked }),
  company: (id: string) => call<Company>("GET", `/api/games/${id}/company`),
  invitation: (id: string, invite: string) =>
    call<Invitation>("GET", `/api/games/${id}/invitation?invite=${encodeURIComponent(invite)}`),
  lobby: () => call<Lobby>("GET", "/api/lobby"),
  sit: (id: string, orders: OrderSet = "ask") => seated<null>(`/api/games/${id}/join`, { orders }),
  say: (id: string, text: string) => call<null>("POST", `/api/games/${id}/talk`, { text }),
  notebook: (id: string) => call<{ text: string }>("GET", `/api/games/${id}/notebook`),
  keepNotes: (id: string, text: string) => call<null>("POST", `/api/games/${id}/notebook`, { text }),
  propose: (id: string, kind: Kind) => call<{ game: string | null }>("POST", `/api/games/${id}/proposals/${kind}`, {}),
  answer: (id: string, kind: Kind, accept: boolean) =>
    call<{ game: string | null }>("POST", `/api/games/${id}/proposals/${kind}/answer`, { accept }),
  bid: (id: string, bid: Bid) => call<null>("POST", `/api/games/${id}/bid`, bid),
  withdrawBid: (id: string) => call<null>("DELETE", `/api/games/${id}/bid`),
  openBidding: (id: string) => call<null>("POST", `/api/games/${id}/bidding`, {}),
  cancel: (id: string) => call<null>("POST", `/api/games/${id}/cancel`, {}),
  claim: (id: string, kind: "claim" | "replace") => call<{ due: string }>("POST", `/api/games/${id}/${kind}`, {}),
  withdrawClaim: (id: string) => call<null>("POST", `/api/games/${id}/claim/withdraw`, {}),
  join: (id: string, invite: string, orders: OrderSet) => seated<null>(`/api/games/${id}/join`, { invite, orders }),
  import: (save: string) => seated<{ id: string }>("/api/games/import", { save }),
};
