import { afterEach, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { fields, kind, named } from "./placed-shapes.js";

let mock: Mock | undefined;
afterEach(() => mock?.close());

/** Articles that everybody reads, and that only a key changes. */
const PATHS = kind("/articles", "/articles/{id}", fields("id", "title"), named("id"));
const DOCUMENT = {
  ...documentOf(
    Object.fromEntries(
      Object.entries(PATHS).map(([path, item]) => [
        path,
        { ...Object(item), get: { ...Object(item).get, security: [] } },
      ]),
    ),
  ),
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "Authorization" } } },
  security: [{ key: [] }],
};

const headers = (authorization?: string): Record<string, string> => ({
  "content-type": "application/json",
  ...(authorization && { authorization }),
});

test.each<[keys: string, writer: string, reader: string | undefined, want: number]>([
  ["one", "one", undefined, 200],
  ["one", "Token one", "one", 200],
  ["one,two", "two", "two", 200],
  ["one,two", "two", "one", 404],
])("with --keys %s, what %s creates is read with the key %s: %i", async (keys, writer, reader, want) => {
  mock = await startMock({ document: DOCUMENT, port: 0, state: true, keys: keys.split(",") });
  const body: JsonObject = { id: "a", title: "New" };
  const sent = { method: "POST", headers: headers(writer), body: JSON.stringify(body) };
  expect((await fetch(`${mock.url}/articles`, sent)).status).toBe(201);
  expect((await fetch(`${mock.url}/articles/a`, { headers: headers(reader) })).status).toBe(want);
});
