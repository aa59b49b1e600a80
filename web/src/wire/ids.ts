/** Ids of units, places and cards, and tables by them. */
import type { MapId, PlaceId } from "./wire";

/** A map by ids, which may also be asked for no id, or for ids of another kind that are never in it. */
export interface ById<Id extends string, Value, Other extends string = ""> extends ReadonlyMap<Id, Value> {
  get(id: Id | Other): Value | undefined;
  has(id: Id | Other): boolean;
}
/** A map by hexes and areas that is asked where units are, those in boxes among them. */
export type ByPlace<Value> = ById<MapId, Value, PlaceId | "">;

/** The entries of a table; `Object.entries` takes its keys for any texts. */
export const entriesOf = <Id extends string, Value>(table: { readonly [key in Id]?: Value }): [Id, Value][] =>
  Object.entries(table) as [Id, Value][];

/** Whether a place is a hex or an area, and neither a box nor nowhere. */
export const onMap = (place: PlaceId | ""): place is MapId => place !== "" && !place.startsWith("box:");
