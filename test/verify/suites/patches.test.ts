import { expect, test } from "vitest";
import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { jsonPatch, mergePatch, operationsOfPatch, type PatchOperation } from "#test/servers/archive/patches.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { verifyServer } from "#test/verify/small-document.js";

const FIELDS: JsonObject = {
  name: { type: "string", minLength: 6, maxLength: 40 },
  note: { type: "string", minLength: 6, maxLength: 40 },
  tags: { type: "array", items: { type: "string", minLength: 3 }, minItems: 1, maxItems: 5 },
};
const SIDE: JsonObject = { type: "integer", minimum: 1, maximum: 90 };
const SIZE: JsonObject = { type: "object", properties: { width: SIDE, height: SIDE } };
/** A field that patches do not document. */
const BRAND: JsonObject = { type: "string", minLength: 6, maxLength: 40 };
const NEW: JsonObject = { type: "object", required: ["name"], properties: { ...FIELDS, size: SIZE, brand: BRAND } };
const NULLABLE: JsonObject = { type: ["string", "null"], minLength: 6, maxLength: 40 };
const MERGE: JsonObject = { type: "object", properties: { ...FIELDS, note: NULLABLE, size: SIZE } };
const THING: JsonObject = {
  type: "object",
  required: ["id", "name"],
  properties: { ...FIELDS, size: SIZE, brand: BRAND, id: { type: "integer" }, created_at: { type: "string" } },
};
const OPERATION: JsonObject = { type: "object", required: ["op", "path"], properties: { op: { enum: ["add"] } } };

const as = (schema: JsonObject, type = "application/json"): JsonObject => ({ [type]: { schema } });
const done: JsonObject = { description: "Done.", content: as(THING) };
const rejected: JsonObject = { "404": { description: "Unknown." }, "409": { description: "No." } };

const PATHS: JsonObject = {
  "/things": {
    post: { operationId: "create", requestBody: { required: true, content: as(NEW) }, responses: { "201": done } },
  },
  "/things/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
    get: { operationId: "read", responses: { "200": done, ...rejected } },
    patch: {
      operationId: "update",
      requestBody: {
        required: true,
        content: {
          ...as(MERGE, "application/merge-patch+json"),
          ...as({ type: "array", items: OPERATION }, "application/json-patch+json"),
        },
      },
      responses: { "200": done, ...rejected },
    },
  },
};

/** The parts of a server that a row may change. */
interface Behavior {
  merge?: (thing: Json, patch: Json) => Json;
  apply?: (thing: Json, operations: PatchOperation[]) => Json;
  /** What is stored of the result. */
  store?: (result: Json, before: Json) => Json;
}

async function run({ merge = mergePatch, apply = jsonPatch, store = (result) => result }: Behavior) {
  const things = new Map<number, Json>();
  const { results } = await verifyServer(
    PATHS,
    ({ method, url, headers, body }, response) => {
      const id = url === "/things" ? things.size + 1 : Number(url.split("/")[2]);
      const show = (status: number, thing: Json) =>
        json(response, status, { created_at: "2026-01-01T00:00:00Z", ...asObject(thing), id });
      const before = things.get(id);
      if (method === "POST") {
        things.set(id, JSON.parse(body));
        return show(201, JSON.parse(body));
      }
      if (before === undefined) return json(response, 404, {});
      if (method === "GET") return show(200, before);
      try {
        const isMerge = headers["content-type"] === "application/merge-patch+json";
        const sent: Json = JSON.parse(body);
        const result = isMerge ? merge(before, sent) : apply(before, operationsOfPatch(sent));
        if (asObject(result).name === undefined) return json(response, 409, {});
        things.set(id, store(result, before));
        show(200, result);
      } catch {
        json(response, 409, {});
      }
    },
    { hasExampleData: false },
    { only: ["patches"] },
  );
  const warnings = warningsOf(results).map(({ message }) => message);
  return { failures: failuresOf(results), warnings, verdicts: results.map(({ outcome }) => outcome.verdict) };
}

test("a server that follows RFC 6902 and RFC 7396 passes every test case", async () => {
  const { failures, warnings, verdicts } = await run({});
  expect([...failures, ...warnings]).toEqual([]);
  expect(verdicts).toEqual(["passed", "passed"]);
});

test("a server that stores texts in capitals has no failures", async () => {
  const inCapitals = (thing: Json) => JSON.parse(JSON.stringify(thing).replace(/-\w+/g, (text) => text.toUpperCase()));
  const { failures } = await run({ store: inCapitals });
  expect(failures).toEqual([]);
});

test("a server that ignores fields which its merge patches do not document has no failures", async () => {
  const merge = (thing: Json, patch: Json) => {
    const { brand: _, ...documented } = asObject(patch);
    return mergePatch(thing, documented);
  };
  const { failures } = await run({ merge });
  expect(failures).toEqual([]);
});

const change = (all: PatchOperation[], from: string, to: string) =>
  all.map((operation) => (operation.op === from ? { ...operation, op: to } : operation));

const FAULTS: [title: string, behavior: Behavior, message: string][] = [
  ["stores no patch", { store: (_, before) => before }, "the resource does not have the patched value of /name"],
  [
    "applies the first operation only",
    { apply: (thing, all) => jsonPatch(thing, all.slice(0, 1)) },
    "the resource does not have the patched value of /name",
  ],
  [
    "ignores tests",
    {
      apply: (thing, all) =>
        jsonPatch(
          thing,
          all.filter(({ op }) => op !== "test"),
        ),
    },
    "accepts a JSON Patch whose test fails",
  ],
  [
    "keeps the source of a move",
    { apply: (thing, all) => jsonPatch(thing, change(all, "move", "copy")) },
    "and keeps it where it was",
  ],
  [
    "replaces an item in place of adding one",
    {
      apply: (thing, all) => {
        const isIndex = ({ path }: PatchOperation) => /\d$/.test(path);
        return jsonPatch(
          thing,
          all.map((one) => (isIndex(one) ? { ...one, op: "replace" } : one)),
        );
      },
    },
    "and another one is lost",
  ],
  [
    "adds the items of a merge patch",
    {
      merge: (thing, patch) => {
        const [before, tags] = [asObject(thing).tags, asObject(patch).tags];
        const merged = asObject(mergePatch(thing, patch));
        return tags ? { ...merged, tags: [...asList(before), ...asList(tags)] } : merged;
      },
    },
    "keeps items of /tags",
  ],
  [
    "ignores null",
    { merge: (thing, patch) => ({ ...asObject(thing), ...withoutNull(asObject(patch)) }) },
    "keeps /note, which the merge patch removes by null",
  ],
  [
    "replaces objects",
    { merge: (thing, patch) => withoutNull({ ...asObject(thing), ...asObject(patch) }) },
    "which the patch does not have",
  ],
];

function withoutNull(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

test.each(FAULTS)("a server fails if it %s", async (_, behavior, message) => {
  const { failures } = await run(behavior);
  expect(failures.join("\n")).toContain(message);
});

const WARNINGS: [title: string, behavior: Behavior, message: string][] = [
  [
    "changes a field that the patch does not have",
    {
      merge: (thing, patch) =>
        asObject(patch).note === undefined
          ? { ...asObject(mergePatch(thing, patch)), note: "another note" }
          : mergePatch(thing, patch),
    },
    "update changes /note, which the patch does not have",
  ],
  [
    "moves the moment of the creation",
    { store: (result) => ({ ...asObject(result), created_at: "2027-01-01T00:00:00Z" }) },
    "update changes /created_at, which the patch does not have",
  ],
  [
    "removes what is not there",
    {
      apply: (thing, all) =>
        jsonPatch(
          thing,
          all.filter(({ op, path }) => op !== "remove" || has(thing, path)),
        ),
    },
    "which the resource does not have",
  ],
];

function has(thing: Json, path: string): boolean {
  return asObject(thing)[path.slice(1)] !== undefined;
}

test.each(WARNINGS)("a server has a warning if it %s", async (_, behavior, message) => {
  const { failures, warnings } = await run(behavior);
  expect(failures).toEqual([]);
  expect(warnings.join("\n")).toContain(message);
});
