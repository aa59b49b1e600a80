/** What standing orders can say, in the order in which the sheet shows them. */

import type { OrderSet } from "../shared/api";
import type { StandingOrders } from "../wire/types";

type Name = Exclude<keyof StandingOrders, "version" | "battles" | "once">;

/** The named sets, the fastest first. */
export const SETS: readonly OrderSet[] = ["quick", "careful", "ask"];

/** Each order with what it can be. */
export const CHOICES: readonly { name: Name; ways: readonly string[] }[] = [
  { name: "strikes", ways: ["ask", "strike", "decline"] },
  { name: "cards", ways: ["ask", "cities", "play", "none"] },
  { name: "rolls", ways: ["ask", "play", "none"] },
  { name: "blows", ways: ["ask", "place", "none"] },
  { name: "reactions", ways: ["ask", "cancel", "none"] },
  { name: "events", ways: ["ask", "none"] },
  { name: "losses", ways: ["ask", "steps", "weakest", "armor"] },
  { name: "cadres", ways: ["ask", "place", "decline"] },
  { name: "retreats", ways: ["ask", "supply", "cities"] },
  { name: "advances", ways: ["ask", "cities", "all", "stay"] },
  { name: "own", ways: ["ask", "none"] },
];

/** The player is asked everything. */
export const NOTHING: StandingOrders = {
  version: 0,
  strikes: { do: "ask", odds: 2, cities: true, support: false },
  cards: { do: "ask", odds: null },
  rolls: "ask",
  blows: { do: "ask", odds: 1, most: 1, cities: true },
  reactions: "ask",
  events: "ask",
  losses: "ask",
  cadres: "ask",
  retreats: "ask",
  advances: "ask",
  own: "ask",
  battles: [],
  once: null,
};

/** The set that these orders are, apart from what is about single battles; empty for orders of one's own. */
export function setOf(orders: StandingOrders, sets: Readonly<Record<OrderSet, StandingOrders>>): OrderSet | "" {
  const bare = (one: StandingOrders): string =>
    JSON.stringify(CHOICES.map(({ name }) => Object.entries(one[name]).sort()));
  return SETS.find((name) => bare(sets[name]) === bare(orders)) ?? "";
}

/** The orders with another choice for one of them. */
export function changed(orders: StandingOrders, name: Name, way: string): StandingOrders {
  const order = orders[name];
  return { ...orders, [name]: typeof order === "string" ? way : { ...order, do: way } };
}
