import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { verifyServer } from "#test/verify/small-document.js";

const THING: JsonObject = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer" }, name: { type: "string", minLength: 8 }, size: { type: "integer" } },
};
const NEW: JsonObject = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string", minLength: 8 }, size: { type: "integer" } },
};
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const ETag: JsonObject = { required: true, schema: { type: "string" } };
const done: JsonObject = { description: "Done.", headers: { ETag }, ...content(THING) };
const rejected: JsonObject = {
  "404": { description: "Unknown." },
  "412": { description: "Changed." },
  "428": { description: "If-Match is missing." },
};
const header = (name: string): JsonObject => ({ name, in: "header", schema: { type: "string" } });

const PATHS: JsonObject = {
  "/things": {
    post: { operationId: "create", requestBody: { required: true, ...content(NEW) }, responses: { "201": done } },
  },
  "/things/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
    get: {
      operationId: "read",
      parameters: [header("If-None-Match")],
      responses: { "200": done, "304": { description: "Known.", headers: { ETag } }, ...rejected },
    },
    put: {
      operationId: "replace",
      parameters: [header("If-Match")],
      requestBody: { required: true, ...content(NEW) },
      responses: { "200": done, ...rejected },
    },
    delete: {
      operationId: "remove",
      parameters: [header("If-Match")],
      responses: { "204": { description: "Done." }, ...rejected },
    },
  },
};

interface Thing {
  values: JsonObject;
  version: number;
}

/** The parts of a server that a row may change. */
interface Behavior {
  tag?: (version: number, count: number) => string;
  /** Whether `If-Match` has the current tag. */
  matches?: (header: string, tags: readonly string[]) => boolean;
  /** Whether `If-None-Match` has the current tag. */
  isKnown?: (header: string, tags: readonly string[]) => boolean;
  /** The next version. */
  next?: (version: number) => number;
  /** Whether a change is stored although it is rejected. */
  storesRejected?: boolean;
  /** Whether changes without `If-Match` are rejected with 428. */
  requires?: boolean;
  /** Whether responses have their tags in the field `etag`, and in no header. */
  inField?: boolean;
}

const opaque = (header: string) => header.match(/"[^"]*"/g) ?? [];
const strong = (header: string) => opaque(header.replace(/W\/"[^"]*"/g, ""));
const some = (found: readonly string[], tags: readonly string[]) => found.some((tag) => tags.includes(tag));

const PLAIN: Required<Behavior> = {
  tag: (version) => `"v${version}"`,
  matches: (sent, tags) => sent === "*" || some(strong(sent), tags),
  isKnown: (sent, tags) => sent === "*" || some(opaque(sent), tags.flatMap(opaque)),
  next: (version) => version + 1,
  storesRejected: false,
  requires: false,
  inField: false,
};

async function run(behavior: Behavior, only = "conditional", paths = PATHS) {
  const { tag, matches, isKnown, next, storesRejected, requires, inField } = { ...PLAIN, ...behavior };
  const things = new Map<number, Thing>();
  /** The tags that were sent for each version of each thing. */
  const sentTags = new Map<string, string[]>();
  let count = 0;
  const { results } = await verifyServer(
    paths,
    ({ method, url, headers, body }, response) => {
      const id = url === "/things" ? things.size + 1 : Number(url.split("/")[2]);
      const thing = things.get(id);
      const tagsOf = (version: number) => sentTags.get(`${id} ${version}`) ?? [];
      const show = (status: number, shown: Thing) => {
        count += 1;
        const ETag = tag(shown.version, count);
        sentTags.set(`${id} ${shown.version}`, [...tagsOf(shown.version), ETag]);
        const headers = inField ? {} : { ETag };
        if (status === 304) return response.writeHead(304, headers).end();
        return json(response, status, { ...shown.values, id, ...(inField ? { etag: ETag } : {}) }, headers);
      };
      const store = (version: number) => {
        const stored = { values: JSON.parse(body), version };
        things.set(id, stored);
        return stored;
      };
      if (method === "POST") return show(201, store(1));
      if (!thing) return json(response, 404, {});
      const known = headers["if-none-match"];
      const tags = tagsOf(thing.version);
      if (method === "GET") return show(known && isKnown(String(known), tags) ? 304 : 200, thing);
      if (requires && headers["if-match"] === undefined) return json(response, 428, {});
      if (headers["if-match"] !== undefined && !matches(String(headers["if-match"]), tags)) {
        if (storesRejected && method === "PUT") store(thing.version);
        return json(response, 412, {});
      }
      if (method === "PUT") return show(200, store(next(thing.version)));
      things.delete(id);
      response.writeHead(204).end();
    },
    { hasExampleData: false },
    { only: [only] },
  );
  const warnings = warningsOf(results).map(({ operation, message }) => `${operation}: ${message}`);
  return { failures: failuresOf(results), warnings, verdicts: results.map(({ outcome }) => outcome.verdict), results };
}

/** The same document without the header: the resource has its tag as a field. */
const IN_FIELD: JsonObject = JSON.parse(
  JSON.stringify(PATHS)
    .replaceAll(`,"headers":${JSON.stringify({ ETag })}`, "")
    .replaceAll(
      '"required":["id","name"],"properties":{',
      '"required":["id","name","etag"],"properties":{"etag":{"type":"string"},',
    ),
);

const PLACES: [place: string, paths: JsonObject, behavior: Behavior][] = [
  ["a header", PATHS, {}],
  ["a field", IN_FIELD, { inField: true }],
];

test.each(PLACES)(
  "a server that follows the rules of RFC 9110 passes every test case, with its tags in %s",
  async (_, paths, behavior) => {
    const { failures, warnings, verdicts } = await run(behavior, "conditional", paths);
    expect([...failures, ...warnings]).toEqual([]);
    expect(verdicts.filter((verdict) => verdict === "passed").length).toBeGreaterThanOrEqual(2);
  },
);

const LEGAL: [title: string, behavior: Behavior][] = [
  ["sends weak tags, which never match in If-Match", { tag: (version) => `W/"v${version}"` }],
  ["sends another tag each time, and knows the earlier ones", { tag: (version, count) => `"v${version}-${count}"` }],
];

test.each(LEGAL)("a server has no failures if it %s", async (_, behavior) => {
  const { failures } = await run(behavior);
  expect(failures).toEqual([]);
});

const WITH_REQUIRED: JsonObject = JSON.parse(
  JSON.stringify(PATHS).replaceAll('"If-Match","in":"header"', '"If-Match","in":"header","required":true'),
);

test.each([
  ["the server requires it, and the document does not say so", PATHS],
  ["the document requires it", WITH_REQUIRED],
])("changes are sent with the current tag where %s", async (_, paths) => {
  const { failures, results } = await run({ requires: true }, "examples", paths);
  expect(failures).toEqual([]);
  const changes = results.filter(({ operation }) => ["replace", "remove"].includes(operation));
  expect(changes.map(({ outcome }) => outcome.verdict)).toEqual(["passed", "passed"]);
});

const FAULTS: [title: string, behavior: Behavior, message: string][] = [
  ["ignores If-Match", { matches: () => true }, "replace succeeds, although If-Match has another tag"],
  ["never accepts If-Match", { matches: () => false }, "replace rejects If-Match with the current tag"],
  ["keeps the tag of what it changes", { next: (version) => version }, "its entity tag stays the same"],
  ["stores what it rejects with 412", { storesRejected: true }, "replace responds with 412, and changes the resource"],
  ["responds with 304 to any tag", { isKnown: () => true }, "read responds with 304, although"],
];

describe.each(PLACES)("with its tags in %s", (_place, paths, place) => {
  test.each(FAULTS)("a server fails if it %s", async (_, behavior, message) => {
    const { failures } = await run({ ...behavior, ...place }, "conditional", paths);
    expect(failures.join("\n")).toContain(message);
  });
});

describe("a server has a warning if it", () => {
  test("compares If-Match as one text", async () => {
    const { failures, warnings } = await run({ matches: (sent, tags) => sent === "*" || tags.includes(sent) });
    expect(failures).toEqual([]);
    expect(warnings.join("\n")).toContain("rejects the current tag in a list of two in If-Match");
  });

  test("lets a weak tag match in If-Match", async () => {
    const { failures, warnings } = await run({ matches: (sent, tags) => sent === "*" || some(opaque(sent), tags) });
    expect(failures).toEqual([]);
    expect(warnings.join("\n")).toContain("accepts the current tag as a weak one");
  });

  test("sends tags without quotes", async () => {
    const { warnings } = await run({ tag: (version) => `v${version}`, matches: (sent, tags) => tags.includes(sent) });
    expect(warnings.join("\n")).toContain("the header etag is not a tag in double quotes");
  });
});
