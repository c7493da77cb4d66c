import { expect, test } from "vitest";
import type { ClientOptions } from "../../src/client/options.js";
import { placeCredentials } from "../../src/http/credentials.js";
import type { SecurityScheme } from "../../src/openapi/security.js";

const SCHEMES: Record<string, SecurityScheme> = {
  Bearer: { type: "bearer" },
  Basic: { type: "basic" },
  Header: { type: "apiKey", in: "header", name: "X-Key" },
  Query: { type: "apiKey", in: "query", name: "key" },
  Cookie: { type: "apiKey", in: "cookie", name: "session" },
};
const NONE = { headers: {}, query: {}, cookie: {} };

test.each<[string, string[][], ClientOptions["apiKey"], object]>([
  ["a bearer token", [["Bearer"]], "k", { ...NONE, headers: { Authorization: "Bearer k" } }],
  ["user and password", [["Basic"]], "me:pw", { ...NONE, headers: { Authorization: "Basic bWU6cHc=" } }],
  ["a key in the query", [["Query"]], "k", { ...NONE, query: { key: "k" } }],
  [
    "two keys at once",
    [["Header", "Cookie"]],
    { Header: "a", Cookie: "b" },
    { ...NONE, headers: { "X-Key": "a" }, cookie: { session: "b" } },
  ],
  [
    "the alternative for which keys are at hand",
    [["Header"], ["Query"]],
    { Query: "q" },
    { ...NONE, query: { key: "q" } },
  ],
  ["the key though it is optional", [[], ["Header"]], "k", { ...NONE, headers: { "X-Key": "k" } }],
  ["the key beside a client certificate", [["Mutual", "Header"]], "k", { ...NONE, headers: { "X-Key": "k" } }],
  ["nothing without a key", [["Header"]], undefined, NONE],
  ["nothing where nothing is asked for", [], "k", NONE],
])("credentials are %s", async (_, security, apiKey, want) => {
  expect(await placeCredentials(security, SCHEMES, apiKey)).toEqual(want);
});
