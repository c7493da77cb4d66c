import { expect, test } from "vitest";
import { sentKeys, tenantOf } from "#mock/responder/sent-keys.js";
import type { SecurityScheme } from "#openapi/operations/security.js";

const SCHEMES: Record<string, SecurityScheme> = {
  basic: { type: "basic" },
  bearer: { type: "bearer" },
  token: { type: "bearer", scheme: "Token" },
  cookie: { type: "apiKey", in: "cookie", name: "session" },
};

test.each<[string, string, boolean]>([
  ["basic", "Basic YTpi", true],
  ["basic without a colon", "Basic a2V5", false],
  ["basic that is not in Base64", "Basic a:b", false],
  ["bearer", "bearer key", true],
  ["bearer", "Bearer ", false],
  ["bearer", "Basic a2V5", false],
  ["token", "Token key", true],
  ["token", "Bearer key", false],
  ["cookie", "Bearer key", false],
  ["a client certificate", "", true],
])("a request for %s with the header Authorization: %s has the key: %s", (name, authorization, want) => {
  const parts = { query: new URLSearchParams(), headers: new Headers({ authorization }), cookies: {} };
  expect(
    sentKeys(
      [[name]],
      { ...SCHEMES, "basic without a colon": { type: "basic" }, "basic that is not in Base64": { type: "basic" } },
      parts,
    ) !== undefined,
  ).toBe(want);
});

test.each<[behavior: string, keys: string[] | undefined, known: string[] | undefined, sent: string, want: string]>([
  ["the key that an operation needs", ["one"], ["one", "two"], "Bearer one", "one"],
  ["that of a whole header", ["Token one"], ["one", "two"], "Token one", "one"],
  ["a key that is sent without need", [], ["one", "two"], "Bearer two", "two"],
  ["the only key", [], ["one"], "", "one"],
  ["none of several", [], ["one", "two"], "", ""],
  ["none if any key is accepted", ["one"], undefined, "Bearer one", ""],
])("the data of a request are those of a key: %s", (_, keys, known, authorization, want) => {
  const parts = { query: new URLSearchParams(), headers: new Headers({ authorization }), cookies: {} };
  expect(tenantOf(keys, known, SCHEMES, parts)).toBe(want);
});
