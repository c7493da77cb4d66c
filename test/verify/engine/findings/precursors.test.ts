import { expect, test } from "vitest";
import type { Json } from "#openapi/document/document.js";
import { History } from "#verify/engine/findings/history.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import { exchangeOf } from "../../exchange.js";

const BASE = "https://api.example.com/v1";
const UUID = "9f2c41d7-a0b8-4e6f-8c1d-2b7e5a9f0c34";
const sent = (method: string, path: string, body: Json = {}): Exchange =>
  exchangeOf({ body: JSON.stringify(body), request: { method, url: BASE + path } });

test.each<[title: string, creations: Exchange[], path: string, needed: number[]]>([
  ["the creation in the collection provided it", [sent("POST", "/users", { id: 7 })], "/users/7", [0]],
  [
    "the latest creation in the collection provided it",
    [sent("POST", "/users", { id: 7 }), sent("POST", "/users", { id: 7 })],
    "/users/7",
    [1],
  ],
  ["a creation of another kind has the same number", [sent("POST", "/addons", { id: 7 })], "/users/7", []],
  ["a response has the same word", [sent("POST", "/tokens", { stage: "development" })], "/stages/development", []],
  [
    "a creation of another kind comes later",
    [sent("POST", "/users", { id: 7 }), sent("POST", "/addons", { id: 7 })],
    "/users/7/roles",
    [0],
  ],
  ["it is created below another resource", [sent("POST", "/boards/3/cards", { id: 12 })], "/cards/12", [0]],
  [
    "a response elsewhere has a value that nothing else has",
    [sent("POST", "/imports", { user: UUID })],
    `/users/${UUID}`,
    [0],
  ],
])(
  "lines that reproduce a request take a value from the response that provided it: %s",
  (_, creations, path, needed) => {
    const history = new History();
    const note = (exchange: Exchange) => history.note({ exchange, by: history });
    for (const creation of creations) note(creation);
    const last = sent("GET", path);
    note(last);
    expect(history.before(last).map(({ exchange }) => creations.indexOf(exchange))).toEqual(needed);
  },
);
