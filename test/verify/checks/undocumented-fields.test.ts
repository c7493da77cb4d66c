import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf, warningsOf } from "../failures.js";
import { jsonResponse, verifyServer } from "../small-document.js";

test.each([
  ...[
    "password",
    "passwordHash",
    "password_hash",
    "clientSecret",
    "private_key",
    "apiKey",
    "accessToken",
    "refresh_token",
    "salt",
    "token",
    "hash",
  ].map((name) => [name, true] as const),
  ...["key", "tokens", "nextPageToken", "keyboard", "saltiness", "publicKey", "hashtag"].map(
    (name) => [name, false] as const,
  ),
])("an undocumented field %s of a user seems to be a secret: %s", async (name, isSecret) => {
  expect(await warningsFor("/users", { user: { [name]: "x" } })).toEqual(isSecret ? [warningOf(`/user/${name}`)] : []);
});

test.each([
  ["/authors", { user: { token: "x" } }, "/user/token"],
  ["/users", { paging: { token: "x" } }, undefined],
  ["/login", { token: "x" }, undefined],
  ["/oauth/grants", { token: "x" }, undefined],
  ["/authorize", { token: "x" }, undefined],
])("GET %s that responds with %j has the undocumented secret %s", async (path, body, secret) => {
  expect(await warningsFor(path, body)).toEqual(secret === undefined ? [] : [warningOf(secret)]);
});

const warningOf = (at: string) =>
  `the body has ${at}, which seems to be a secret, and which the document does not have`;

/** The warnings of a run against a server that responds with a body. The document has no field of it, or of its objects. */
async function warningsFor(path: string, body: JsonObject): Promise<string[]> {
  const object: JsonObject = { type: "object", properties: { name: { type: "string" } } };
  const schema: JsonObject = { type: "object", properties: { name: { type: "string" }, user: object, paging: object } };
  const paths = { [path]: { get: { responses: { "200": jsonResponse(schema, {}) } } } };
  const only = { only: ["examples"] };
  const { results } = await verifyServer(paths, (_, response) => json(response, 200, body), {}, only);
  expect(failuresOf(results)).toEqual([]);
  return warningsOf(results).map(({ message }) => message);
}
