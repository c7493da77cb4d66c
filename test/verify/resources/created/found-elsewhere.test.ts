import { expect, test } from "vitest";
import { parseJson } from "#http/body/parse-json.js";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";

const contentOf = (schema: JsonObject) => ({ content: { "application/json": { schema } } });
const NOTE = contentOf({
  type: "object",
  required: ["id", "key", "text"],
  properties: { id: { type: "integer" }, key: { type: "string" }, text: { type: "string", minLength: 1 } },
});
const text: JsonObject = { type: "object", required: ["text"], properties: { text: { type: "string", minLength: 1 } } };
const requestBody = { required: true, ...contentOf(text) };
const UNKNOWN = { description: "There is no such note." };
const CHANGED = { 200: { description: "The note.", ...NOTE }, 404: UNKNOWN };
const DELETED = { 204: { description: "Deleted." }, 404: UNKNOWN };
const parameter = (name: string, type: string) => ({ name, in: "path", required: true, schema: { type } });
const note = (name: string, type: string): JsonObject => ({
  parameters: [parameter(name, type)],
  get: { operationId: `get by ${name}`, responses: CHANGED },
  patch: { operationId: `change by ${name}`, requestBody, responses: CHANGED },
  delete: { operationId: `delete by ${name}`, responses: DELETED },
});

/** Notes are created and deleted at one path, and read, changed and deleted at two others, by their number or their key. */
const PATHS: JsonObject = {
  "/notes": { post: { operationId: "add", requestBody, responses: { 201: { description: "Added.", ...NOTE } } } },
  "/notes/{id}": {
    parameters: [parameter("id", "integer")],
    delete: { operationId: "remove", responses: DELETED },
  },
  "/entries/{id}": note("id", "integer"),
  "/notes/by-key/{key}": note("key", "string"),
};

interface Note extends JsonObject {
  id: number;
  key: string;
  text: string;
}

interface Notes {
  respond: Respond;
  /** The changes and deletions at the other paths, with the notes that they changed. */
  touched: { by: string; text: string }[];
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/**
 * A server with a note of somebody else. By a key, it finds the newest note, and deletes all.
 *
 * @param keyOf the key of a new note
 */
function notes(keyOf: (text: string) => string): Notes {
  let stored: Note[] = [{ id: 1, key: "first", text: "of somebody else" }];
  let last = 40;
  const touched: Notes["touched"] = [];
  return {
    touched,
    respond({ method, url, body }, response) {
      const isOther = !/^\/notes\/?\d*$/.test(url);
      const sent = asObject(parseJson(body)?.value).text;
      if (body !== "" && typeof sent !== "string") return json(response, 400, {});
      if (url === "/notes" && method === "POST") {
        last += 1;
        const added = { id: last, key: keyOf(String(sent)), text: String(sent) };
        stored.push(added);
        return json(response, 201, added);
      }
      const value = url.split("/").at(-1) ?? "";
      const found = stored.findLast(({ id, key }) => value === (url.includes("by-key") ? encoded(key) : String(id)));
      if (!found) return json(response, 404, {});
      const all = url.includes("by-key") ? stored.filter(({ key }) => encoded(key) === value) : [found];
      if (isOther && method !== "GET")
        touched.push(...all.map((each) => ({ by: `${method} ${url}`, text: each.text })));
      if (method === "PATCH") found.text = String(sent);
      if (method === "DELETE") stored = stored.filter((each) => !all.includes(each));
      if (method !== "DELETE") return json(response, 200, found);
      response.writeHead(204).end();
    },
  };
}

async function succeededIn({ respond }: Notes): Promise<string[]> {
  const { results } = await verifyServer(PATHS, respond, { hasExampleData: false, settle: 50 });
  const succeeded = results.filter(({ suite, outcome }) => suite === "examples" && outcome.verdict === "passed");
  return [...new Set(succeeded.map(({ operation }) => operation))].toSorted();
}

test("a created resource is changed and deleted at other paths, where a read has shown it", async () => {
  const server = notes((text) => `note-${text}`);
  expect(await succeededIn(server)).toEqual([
    ...["add", "change by id", "change by key", "delete by id", "delete by key"],
    ...["get by id", "get by key", "remove"],
  ]);
  expect(server.touched.filter((each) => each.text === "of somebody else")).toEqual([]);
});

test("nothing is changed at a path whose value others may have: it may be the path of several", async () => {
  const server = notes(() => "first");
  await succeededIn(server);
  expect(server.touched.filter((each) => each.by.endsWith("by-key/first"))).toEqual([]);
});
