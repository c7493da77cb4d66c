import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { verifyServer } from "#test/verify/small-document.js";
import { findingsOf } from "#verify/model/test-case/outcome.js";

const TAG: JsonObject = {
  type: "object",
  required: ["id", "label"],
  properties: { id: { type: "string" }, label: { type: "string", minLength: 8 }, removed: { type: "boolean" } },
};
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const found = (schema: JsonObject): JsonObject => ({ "200": { description: "Done.", ...content(schema) } });
const UNKNOWN: JsonObject = { "4XX": { description: "Rejected." } };
const NEW: JsonObject = {
  type: "object",
  required: ["label"],
  properties: { label: { type: "string", minLength: 8 } },
};

/** Tags that are created, listed, retrieved and deleted. @param reads the operations that show them */
function pathsOf(reads: readonly Reading[], unknown: JsonObject = UNKNOWN): JsonObject {
  const list = { operationId: "listTags", responses: found({ type: "array", items: TAG }) };
  const get = { operationId: "readTag", responses: { ...found(TAG), ...unknown } };
  return {
    "/tags": {
      ...(reads.includes("list") ? { get: list } : {}),
      post: {
        operationId: "addTag",
        requestBody: { required: true, ...content(NEW) },
        responses: { "201": { description: "Done.", ...content(TAG) }, ...UNKNOWN },
      },
    },
    "/tags/{tagId}": {
      parameters: [{ name: "tagId", in: "path", required: true, schema: { type: "string" } }],
      ...(reads.includes("get") ? { get } : {}),
      delete: {
        operationId: "removeTag",
        responses: { "204": { description: "Gone." }, "202": { description: "Later." }, ...UNKNOWN },
      },
    },
  };
}

type Reading = "list" | "get";
type Tags = Map<string, JsonObject>;

/** The steps of a server that a row changes. */
interface Behavior {
  remove?(tags: Tags, id: string): void;
  status?: number;
  /** Whether the list alone lacks what was deleted. */
  isHiddenInList?: true;
  /** The rejections that the document has for GET (default: a range). */
  unknown?: JsonObject;
}

/** The results of the test cases of DELETE alone. */
async function runOnTags(reads: readonly Reading[], { remove, status = 204, isHiddenInList, unknown }: Behavior) {
  const tags: Tags = new Map();
  const hidden = new Set<string>();
  let last = 0;
  const { results } = await verifyServer(
    pathsOf(reads, unknown),
    ({ method, url, body }, response) => {
      const [, , id] = url.split("/");
      if (id === undefined && method === "GET") {
        const listed = [...tags].flatMap(([key, tag]) => (isHiddenInList && hidden.has(key) ? [] : [tag]));
        return json(response, 200, listed);
      }
      if (id === undefined) {
        if (method !== "POST" || !/"label":"[^"]{8,}"/.test(body)) return json(response, 422, {});
        last += 1;
        tags.set(`tag_${last}`, { ...JSON.parse(body), id: `tag_${last}` });
        return json(response, 201, tags.get(`tag_${last}`));
      }
      const tag = tags.get(id);
      if (!tag) return json(response, 404, {});
      if (method === "GET") return json(response, 200, tag);
      if (method !== "DELETE") return json(response, 405, {});
      if (hidden.has(id)) return json(response, 404, {});
      hidden.add(id);
      if (remove) remove(tags, id);
      else tags.delete(id);
      response.writeHead(status).end();
    },
    { hasExampleData: false, settle: 20 },
    { only: ["removeTag"] },
  );
  const own = results.filter(({ suite }) => suite === "life-cycle");
  return own.map(({ operation, outcome, warnings }) => ({
    operation,
    verdict: outcome.verdict,
    said: [...findingsOf(outcome), ...warnings].map(({ message }) => message),
  }));
}

const KEEPS: Behavior = { remove: () => {} };
const marks: Behavior = { remove: (tags, id) => void tags.set(id, { ...tags.get(id), removed: true }) };
const all: Behavior = { remove: (tags) => tags.clear() };
const STILL = "removeTag succeeded, but the resource still exists";

test.each<[title: string, reads: Reading[], Behavior, verdict: string, said: (string | RegExp)[]]>([
  ["that deletes passes", ["get", "list"], {}, "passed", []],
  ["that deletes passes by GET alone", ["get"], {}, "passed", []],
  ["that deletes passes by the list alone", ["list"], {}, "passed", []],
  ["that marks passes", ["get", "list"], marks, "passed", []],
  ["that marks passes by the list alone", ["list"], marks, "passed", []],
  ["that deletes nothing fails", ["get", "list"], KEEPS, "failed", [STILL]],
  [
    "that deletes nothing, with 200, fails",
    ["get"],
    { ...KEEPS, status: 200 },
    "failed",
    [/^200, but the document lists only/, STILL],
  ],
  ["that hides in the list alone passes", ["get", "list"], { ...KEEPS, isHiddenInList: true }, "passed", []],
  [
    "that hides in the list alone is reported, where the document has a 404 for GET",
    ["get", "list"],
    { ...KEEPS, isHiddenInList: true, unknown: { "404": { description: "There is no such tag." } } },
    "passed",
    [STILL],
  ],
  [
    "that marks passes, where the document has a 404 for GET",
    ["get", "list"],
    { ...marks, isHiddenInList: true, unknown: { "404": { description: "There is no such tag." } } },
    "passed",
    [],
  ],
  ["that postpones forever is skipped", ["get"], { ...KEEPS, status: 202 }, "skipped", []],
  [
    "that deletes nothing is reported by the list alone",
    ["list"],
    KEEPS,
    "passed",
    ["removeTag succeeded, but listTags still lists the resource"],
  ],
  ["that deletes all is reported", ["get"], all, "passed", [/removeTag for "\w+" removed another resource/]],
  ["that rejects is skipped", ["get"], { ...KEEPS, status: 409 }, "skipped", []],
])("a DELETE %s, by its own test cases", async (_, reads, behavior, verdict, said) => {
  const messages = said.map((text) => (typeof text === "string" ? text : expect.stringMatching(text)));
  expect(await runOnTags(reads, behavior)).toEqual([{ operation: "removeTag", verdict, said: messages }]);
});
