import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { verifyServer } from "#test/verify/small-document.js";

const text: JsonObject = { type: "string", minLength: 3 };
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const GONE: JsonObject = { "404": { description: "Unknown." } };
const BAD: JsonObject = { "400": { description: "Invalid." } };

/** An API that confirms creations without a word. */
interface Silent {
  collection: string;
  /** The field of the body that names the new resource, and its schema. */
  field: string;
  schema?: JsonObject;
  /** The name of the path parameter (default: that of the field). */
  parameter?: string;
  status: number;
  /** The name under which the server stores a resource (default: the one that was sent). */
  stored?(sent: string, number: number): string;
}

/** A run against such an API: the methods with a success, the failures, and how many resources are left. */
async function runOn({ collection, field, schema = text, parameter = field, status, stored = (name) => name }: Silent) {
  const rows = new Map<string, JsonObject>();
  const succeeded = new Set<string>();
  const item = { type: "object", required: [field, "label"], properties: { [field]: schema, label: text } };
  const label = { type: "object", required: ["label"], properties: { label: text } };
  const paths: JsonObject = {
    [collection]: {
      get: { responses: { "200": { description: "Done.", ...content({ type: "array", items: item }) } } },
      post: {
        requestBody: { required: true, ...content(item) },
        responses: { [status]: { description: "Done." }, "409": { description: "Taken." }, ...BAD },
      },
    },
    [`${collection}/{${parameter}}`]: {
      parameters: [{ name: parameter, in: "path", required: true, schema }],
      get: { responses: { "200": { description: "Done.", ...content(item) }, ...GONE } },
      put: {
        requestBody: { required: true, ...content(label) },
        responses: { "204": { description: "Done." }, ...GONE, ...BAD },
      },
      delete: { responses: { "204": { description: "Done." }, ...GONE } },
    },
  };
  let last = 0;
  const { results } = await verifyServer(
    paths,
    ({ method = "", url = "", body }, sent) => {
      const name = decoded(url.slice(collection.length + 1));
      const values = readBody(body);
      if (name === "" && method === "GET") return json(sent, 200, [...rows.values()]);
      if (name === "" && method === "POST") {
        const given = values?.[field];
        if (typeof given !== "string" || !isLabel(values?.label)) return json(sent, 400, {});
        if (given.length < 3) return json(sent, 400, {});
        last += 1;
        const own = stored(given, last);
        if (rows.has(own)) return json(sent, 409, {});
        rows.set(own, { [field]: own, label: values?.label ?? "" });
        succeeded.add("POST");
        return sent.writeHead(status).end();
      }
      const row = rows.get(name);
      if (!row) return json(sent, 404, {});
      if (method === "GET") return json(sent, 200, row);
      if (method === "PUT" && !isLabel(values?.label)) return json(sent, 400, {});
      if (method === "PUT") rows.set(name, { ...row, label: values?.label ?? "" });
      else if (method === "DELETE") rows.delete(name);
      else return json(sent, 405, {});
      succeeded.add(method);
      sent.writeHead(204).end();
    },
    { hasExampleData: false, allowed: new Set() },
    { only: ["› usual values", "lives as", "is gone"] },
  );
  const failures = results.flatMap(({ name, outcome }) => (outcome.verdict === "failed" ? [name] : []));
  return { succeeded: [...succeeded].toSorted(), failures, left: rows.size };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readBody(body: string): JsonObject | undefined {
  try {
    return Object(JSON.parse(body));
  } catch {
    return undefined;
  }
}

const isLabel = (value: unknown) => typeof value === "string" && value.length >= 3;

test.each<[title: string, api: Silent]>([
  ["204, by the principal of a role", { collection: "/grants", field: "principalId", status: 204 }],
  ["201, by the name of a room", { collection: "/rooms", field: "room_name", parameter: "roomName", status: 201 }],
  [
    "200, by a code of a pattern",
    { collection: "/units", field: "code", schema: { ...text, pattern: "^[a-z0-9]+$" }, status: 200 },
  ],
])("what a creation with an empty %s, made is changed and removed", async (_, api) => {
  expect(await runOn(api)).toMatchObject({ succeeded: ["DELETE", "POST", "PUT"], failures: [], left: 0 });
});

test.each<[title: string, api: Silent]>([
  [
    "puts a prefix before the sent name",
    { collection: "/robots", field: "robotName", status: 201, stored: (name) => `robot-${name}` },
  ],
  [
    "gives another id than the sent one",
    { collection: "/things", field: "id", status: 204, stored: (_, number) => `thing-${number}` },
  ],
  [
    "writes names in capital letters",
    { collection: "/zones", field: "zone", status: 204, stored: (name) => name.toUpperCase() },
  ],
])("a server that confirms with nothing, and %s, has no failure", async (_, api) => {
  expect(await runOn(api)).toMatchObject({ failures: [], left: 0 });
});
