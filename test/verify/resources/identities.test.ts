import { expect, test } from "vitest";
import { isObject, type JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { verifyServer } from "#test/verify/small-document.js";

const text: JsonObject = { type: "string", minLength: 3 };
const objectOf = (properties: JsonObject): JsonObject => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const content = (schema: JsonObject, mediaType = "application/json"): JsonObject => ({
  content: { [mediaType]: { schema } },
});
const parameter = (name: string): JsonObject => ({ name, in: "path", required: true, schema: { type: "string" } });
const GONE: JsonObject = { "404": { description: "Unknown." } };

/** How an API names what it creates. */
interface Naming {
  /** The path of the collection, and that of an item. */
  create: string;
  item: string;
  /** The fields of the resource. */
  fields: JsonObject;
  mediaType?: string;
  /** The resource with a number, and the path at which it is. */
  made(number: number): { shown: JsonObject; path: string };
}

/** The requests that a run sends to what it creates, by method, and how many things are left. */
async function runOn({ create, item, fields, mediaType, made }: Naming) {
  const things = new Map<string, JsonObject>();
  let last = 3;
  let deleted = 0;
  const names = [...item.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const schema = objectOf({ ...fields, label: text });
  const paths: JsonObject = {
    [create]: {
      post: {
        requestBody: { required: true, ...content(objectOf({ label: text })) },
        responses: { "201": { description: "Done.", ...content(schema, mediaType) }, "400": { description: "No." } },
      },
    },
    [item]: {
      parameters: names.map(parameter),
      get: { responses: { "200": { description: "Done.", ...content(schema, mediaType) }, ...GONE } },
      delete: { responses: { "204": { description: "Done." }, ...GONE } },
    },
  };
  const { results } = await verifyServer(
    paths,
    ({ method, url, body }, sent) => {
      if (method === "POST" && url === create) {
        const label = body.startsWith("{") && body.endsWith("}") ? JSON.parse(body).label : undefined;
        if (typeof label !== "string" || label.length < 3) return json(sent, 400, {});
        last += 1;
        const { shown, path } = made(last);
        things.set(path, { ...shown, label });
        return json(sent, 201, { ...shown, label });
      }
      const found = things.get(url);
      if (!isObject(found)) return json(sent, 404, {});
      if (method !== "DELETE") return json(sent, 200, found);
      things.delete(url);
      deleted += 1;
      sent.writeHead(204).end();
    },
    { hasExampleData: false, allowed: new Set() },
    { only: ["usual values", "lives as"] },
  );
  const examples = results.filter(({ suite }) => suite === "examples");
  return { left: things.size, deleted, verdicts: [...new Set(examples.map(({ outcome }) => outcome.verdict))], last };
}

test.each<[title: string, naming: Naming]>([
  [
    "has $id for {deviceId}",
    {
      ...{ create: "/devices", item: "/devices/{deviceId}", fields: { $id: text } },
      made: (number) => ({ shown: { $id: `dev-${number}` }, path: `/devices/dev-${number}` }),
    },
  ],
  [
    "has sid for {ServiceSid}",
    {
      ...{ create: "/Services", item: "/Services/{ServiceSid}", fields: { account_sid: text, sid: text } },
      made: (number) => ({ shown: { account_sid: "AC1", sid: `IS-${number}` }, path: `/Services/IS-${number}` }),
    },
  ],
  [
    "has number for {index}",
    {
      ...{
        create: "/issues",
        item: "/issues/{index}",
        fields: { id: { type: "integer" }, number: { type: "integer" } },
      },
      made: (number) => ({ shown: { id: 9000 + number, number }, path: `/issues/${number}` }),
    },
  ],
  [
    "documents JSON as */*",
    {
      ...{ create: "/notes", item: "/notes/{id}", fields: { _id: text }, mediaType: "*/*" },
      made: (number) => ({ shown: { _id: `note-${number}` }, path: `/notes/note-${number}` }),
    },
  ],
  [
    "creates at another path, and has a full name",
    {
      ...{ create: "/user/repos", item: "/repos/{owner}/{repo}" },
      fields: { id: { type: "integer" }, name: text, full_name: text, owner: objectOf({ login: text }) },
      made: (number) => ({
        shown: { id: number, name: `repo-${number}`, full_name: `mina/repo-${number}`, owner: { login: "mina" } },
        path: `/repos/mina/repo-${number}`,
      }),
    },
  ],
  [
    "creates at another path, and has an address",
    {
      ...{ create: "/teams/own/boards", item: "/boards/{boardId}", fields: { id: text, web_url: text } },
      made: (number) => ({
        shown: { id: `board${number}`, web_url: `https://example.com/boards/board${number}` },
        path: `/boards/board${number}`,
      }),
    },
  ],
])("a run finds and removes what it creates at a server that %s", async (_, naming) => {
  const { left, deleted, verdicts } = await runOn(naming);
  expect(verdicts).toEqual(["passed"]);
  expect(deleted).toBeGreaterThan(1);
  expect(left).toBe(0);
});

test("a run creates no more than three resources that nothing identifies", async () => {
  const { last, deleted } = await runOn({
    ...{ create: "/beds", item: "/beds/{bed}", fields: { colour: text } },
    made: (number) => ({ shown: { colour: "green" }, path: `/beds/${number}` }),
  });
  expect(deleted).toBe(0);
  expect(last - 3).toBe(3);
});
