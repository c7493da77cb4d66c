import { expect, test } from "vitest";
import type { ClientOptions } from "#client/options.js";
import { placeCredentials } from "#http/credentials.js";
import type { SecurityScheme } from "#openapi/operations/security.js";

const SCHEMES: Record<string, SecurityScheme> = {
  Bearer: { type: "bearer" },
  Token: { type: "bearer", scheme: "Token" },
  Basic: { type: "basic" },
  Whole: { type: "apiKey", in: "header", name: "Authorization" },
  Header: { type: "apiKey", in: "header", name: "X-Key" },
  Query: { type: "apiKey", in: "query", name: "key" },
  Cookie: { type: "apiKey", in: "cookie", name: "session" },
};
const NONE = { headers: {}, query: {}, cookie: {} };

test.each<[string, string[][], ClientOptions["apiKey"], object]>([
  ["a bearer token", [["Bearer"]], "k", { ...NONE, headers: { Authorization: "Bearer k" } }],
  ["a key after the name of another HTTP scheme", [["Token"]], "k", { ...NONE, headers: { Authorization: "Token k" } }],
  ["user and password", [["Basic"]], "me:pw", { ...NONE, headers: { Authorization: "Basic bWU6cHc=" } }],
  ["a key in the query", [["Query"]], "k", { ...NONE, query: { key: "k" } }],
  [
    "two keys in one request",
    [["Header", "Cookie"]],
    { Header: "a", Cookie: "b" },
    { ...NONE, headers: { "X-Key": "a" }, cookie: { session: "b" } },
  ],
  [
    "of the alternative for which keys are provided",
    [["Header"], ["Query"]],
    { Query: "q" },
    { ...NONE, query: { key: "q" } },
  ],
  ["sent though they are optional", [[], ["Header"]], "k", { ...NONE, headers: { "X-Key": "k" } }],
  ["sent beside a client certificate", [["Mutual", "Header"]], "k", { ...NONE, headers: { "X-Key": "k" } }],
  ["the whole header", [["Whole"]], "Token k", { ...NONE, headers: { Authorization: "Token k" } }],
  ...[
    ["Basic", "Whole"],
    ["Whole", "Basic"],
  ].map((names): [string, string[][], string, object] => [
    `one in the header Authorization, though ${names.join(" and ")} are both required`,
    [names],
    "me:pw",
    { ...NONE, headers: { Authorization: "Basic bWU6cHc=" } },
  ]),
  ["left out without a key", [["Header"]], undefined, NONE],
  ["left out where no credentials are required", [], "k", NONE],
])("credentials are %s", async (_, security, apiKey, want) => {
  expect(await placeCredentials(security, SCHEMES, apiKey)).toEqual(want);
});
