import { expect, test } from "vitest";
import { parseJson } from "#http/body/parse-json.js";
import { isObject, type JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

const TEXT: JsonObject = { type: "string", minLength: 1, maxLength: 40 };
const GIVEN = ["creator", "origin", "editor"];
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const schemaOf = (name: string): JsonObject => (name === "created_at" ? { type: "string", format: "date-time" } : TEXT);
const textsOf = (names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, schemaOf(name)]));

/** The failures and the warnings of a server whose changes do not store some fields. */
async function findingsOf(given: readonly string[], ignored: readonly string[]) {
  const fields = ["name", "place", ...given];
  const plant: JsonObject = { type: "object", properties: { id: { type: "integer" }, ...textsOf(fields) } };
  const responses = (status: number): JsonObject => ({
    [status]: { description: "Done.", ...content(plant) },
    "4XX": REJECTED,
  });
  const bodyOf = (names: readonly string[]): JsonObject => ({
    required: true,
    ...content({ type: "object", required: ["name"], properties: textsOf(names) }),
  });
  const id: JsonObject = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const paths: JsonObject = {
    "/plants": { post: { requestBody: bodyOf(["name", "place"]), responses: responses(201) } },
    "/plants/{id}": {
      parameters: [id],
      get: { responses: responses(200) },
      put: { requestBody: bodyOf(fields), responses: { 204: { description: "Done." }, "4XX": REJECTED } },
    },
  };
  const plants = new Map<number, JsonObject>();
  const { results } = await verifyServer(
    paths,
    ({ method, url, body: text }, response) => {
      const key = Number(url.split("/")[2] ?? Number.NaN);
      const sent = text === "" ? {} : parseJson(text)?.value;
      const stored = plants.get(key);
      if (url !== "/plants" && !stored) return json(response, 404, {});
      if (method === "GET" && stored) return json(response, 200, stored);
      const isText = (value: unknown) => typeof value === "string" && value.length > 0 && value.length < 41;
      const isValid = isObject(sent) && Object.values(sent).every(isText) && sent.name !== undefined;
      if (!isValid) return json(response, 422, {});
      const taken = Object.entries(sent).filter(
        ([name]) => fields.includes(name) && !(stored && ignored.includes(name)),
      );
      const own = Object.fromEntries(
        given.map((name) => [name, name === "created_at" ? "2026-01-02T03:04:05Z" : `the ${name} of all`]),
      );
      const plantNow: JsonObject = { id: plants.size + 1, ...own, ...stored, ...Object.fromEntries(taken) };
      plants.set(Number(plantNow.id), plantNow);
      if (!stored) return json(response, 201, plantNow);
      response.writeHead(204).end();
    },
    { hasExampleData: false, settle: 20 },
    { only: ["POST /plants › the created resource lives"] },
  );
  const warnings = results.flatMap((result) => result.warnings.map(({ message }) => message));
  return { failures: failuresOf(results), warnings };
}

test.each([
  ["two fields", ["creator", "origin"]],
  ["three fields", GIVEN],
  ["the moment of the creation", ["created_at"]],
])("%s that only the server gives keep their values: warnings, if everything else is stored", async (_, given) => {
  const { failures, warnings } = await findingsOf(given, given);
  expect(failures).toEqual([]);
  expect(warnings.join("\n")).toMatch(/does not have the sent value of \/creat/);
});

test.each([
  ["a single field that a creation cannot have", GIVEN, ["creator"]],
  ["such fields and one of the creation", GIVEN, [...GIVEN, "place"]],
  ["everything", GIVEN, [...GIVEN, "place", "name"]],
])("a server whose changes lose %s fails", async (_, given, ignored) => {
  expect((await findingsOf(given, ignored)).failures).not.toEqual([]);
});
