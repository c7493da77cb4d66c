import { expect, test } from "vitest";
import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, numbers } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";
import { data, ERRORS, get, messages, object, objectIn, text } from "#test/verify/small-store.js";

// Many servers leave out a field that has no value. An update adds it then, and the resource shows it afterwards.

const label = { ...text, minLength: 1, maxLength: 40 };
const note: JsonObject = { ...text, minLength: 1, maxLength: 200 };
const content = (schema: JsonObject) => ({ "application/json": { schema } });

interface Form {
  method: "patch" | "put";
  /** The fields of an update. */
  sent: JsonObject;
  required?: string[];
  /** The fields of the resource. */
  shown: JsonObject;
}

function pathsOf({ method, sent, required = [], shown }: Form): JsonObject {
  const thing = object({ id: text, label, ...shown }, ["id", "label"]);
  const body = (schema: JsonObject) => ({ required: true, content: content(schema) });
  const answer = (status: string) => ({ [status]: { description: "Done.", content: content(thing) }, ...ERRORS });
  return {
    "/things": {
      post: { operationId: "addThing", requestBody: body(object({ label }, ["label"])), responses: answer("201") },
    },
    "/things/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      ...get("getThing", thing),
      [method]: {
        operationId: "changeThing",
        requestBody: body(object(sent, required)),
        responses: answer("200"),
      },
      delete: { operationId: "deleteThing", responses: { "204": { description: "Done." }, ...ERRORS } },
    },
  };
}

/** What a server does with a note: keeps it, answers with it alone, or ignores it. */
type Keeping = "kept" | "answered" | "ignored";

const isTextOf = (most: number) => (value: Json | undefined) =>
  typeof value === "string" && value !== "" && [...value].length <= most;
const isValid: Record<string, (value: Json | undefined) => boolean> = { label: isTextOf(40), note: isTextOf(200) };

function things({ sent, required = [], shown, method: change }: Form, keeping: Keeping): Respond {
  const stored = new Map<string, Record<string, Json | undefined>>();
  const next = numbers();
  const names = ["id", "label", ...Object.keys(shown).filter((name) => !asObject(shown[name]).writeOnly)];
  const visible = (thing: Record<string, Json | undefined>) =>
    Object.fromEntries(Object.entries(thing).filter(([name]) => names.includes(name)));
  return ({ method, url, body }, response) => {
    const id = (url.split("?")[0] ?? "").split("/")[2] ?? "";
    const found = stored.get(id);
    if (id !== "" && !found) return json(response, 404, {});
    if (method === "GET" && found) return json(response, 200, visible(found));
    if (method === "DELETE" && found) {
      stored.delete(id);
      return void response.writeHead(204).end();
    }
    const given = objectIn(body);
    const known = found ? Object.keys(sent) : ["label"];
    const fields = Object.fromEntries(Object.entries(given ?? {}).filter(([name]) => known.includes(name)));
    const needed = found ? required : ["label"];
    const isRight = Object.entries(fields).every(([name, value]) => isValid[name]?.(value));
    if (!given || !isRight || !needed.every((name) => name in fields)) return json(response, 400, {});
    if (!found) {
      const made = { ...fields, id: `t-${next()}-7x` };
      stored.set(made.id, made);
      return json(response, 201, visible(made));
    }
    const changed = change === "put" ? { id: found.id, ...fields } : { ...found, ...fields };
    const kept = keeping === "kept" ? changed : { ...changed, note: found.note };
    stored.set(id, kept);
    json(response, 200, visible(keeping === "ignored" ? kept : changed));
  };
}

async function findingsOf(form: Form, keeping: Keeping): Promise<string[]> {
  const settings = { ...data, settle: 20 };
  const { results } = await verifyServer(pathsOf(form), things(form, keeping), settings, { only: ["life-cycle"] });
  return [...failuresOf(results), ...messages(results)];
}

const FORMS: [title: string, form: Form][] = [
  ["PATCH of an optional field alone", { method: "patch", sent: { note }, shown: { note } }],
  ["PATCH of a required field", { method: "patch", sent: { note }, required: ["note"], shown: { note } }],
  ["PATCH of a shown field too", { method: "patch", sent: { label, note }, shown: { note } }],
  ["PUT of a shown field too", { method: "put", sent: { label, note }, required: ["label"], shown: { note } }],
];

test.each(FORMS)("a field that an update adds is sent, and missed: %s", async (_, form) => {
  expect(await findingsOf(form, "kept")).toEqual([]);
  for (const keeping of ["answered", "ignored"] as const) {
    expect((await findingsOf(form, keeping)).join("\n")).toMatch(
      /changeThing succeeded, but the resource does not have the sent \/note/,
    );
  }
});

test.each<[title: string, form: Form]>([
  ["the document does not show it", { method: "patch", sent: { note }, shown: {} }],
  ["it is only written", { method: "patch", sent: { note }, shown: { note: { ...note, writeOnly: true } } }],
])("a field that an update adds need not be shown where %s", async (_, form) => {
  expect(await findingsOf(form, "answered")).toEqual([]);
});
