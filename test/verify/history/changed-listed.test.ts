import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";
import { data, ERRORS, get, object, objectIn, text } from "#test/verify/small-store.js";

const name: JsonObject = { ...text, minLength: 1, maxLength: 60 };

/** How an API writes its crates. */
interface Style {
  method: "put" | "patch" | "post";
  isNumbered: boolean;
  /** The member of a body with the resource; undefined without an envelope. */
  envelope?: string;
}

const STYLES: [title: string, style: Style][] = [
  ["PUT of a resource", { method: "put", isNumbered: false }],
  ["PATCH of a resource in an envelope", { method: "patch", isNumbered: true, envelope: "data" }],
  ["POST to the path of a resource", { method: "post", isNumbered: true }],
];

function pathsOf({ method, isNumbered, envelope }: Style): JsonObject {
  const id = isNumbered ? { type: "integer" } : text;
  const wrapped = (schema: JsonObject) =>
    envelope === undefined ? schema : object({ [envelope]: schema }, [envelope]);
  const crate = object({ id, name }, ["id", "name"]);
  const requestBody = {
    required: true,
    content: { "application/json": { schema: wrapped(object({ name }, ["name"])) } },
  };
  const shown = { description: "Done.", content: { "application/json": { schema: wrapped(crate) } } };
  return {
    "/crates": {
      ...get("listCrates", wrapped({ type: "array", items: crate })),
      post: { operationId: "addCrate", requestBody, responses: { "201": shown, ...ERRORS } },
    },
    "/crates/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: id }],
      ...get("getCrate", wrapped(crate)),
      [method]: { operationId: "changeCrate", requestBody, responses: { "200": shown, ...ERRORS } },
      delete: { operationId: "removeCrate", responses: { "204": { description: "Done." }, ...ERRORS } },
    },
  };
}

type Crates = Map<string, JsonObject>;

/** @param alsoDone the further effect of a change */
function cratesOf(
  { method, isNumbered, envelope }: Style,
  alsoDone: (crates: Crates, changed: JsonObject, newId: Json) => void,
): Respond {
  const crates: Crates = new Map();
  let last = 0;
  const newId = () => {
    last += 1;
    return isNumbered ? last : `crate-${last}-9f2c`;
  };
  const wrapped = (value: Json): Json => (envelope === undefined ? value : { [envelope]: value });
  return (request, response) => {
    const [, , id] = (request.url.split("?")[0] ?? "").split("/");
    const crate = id === undefined ? undefined : crates.get(id);
    if (id !== undefined && !crate) return json(response, 404, {});
    if (request.method === "GET") return json(response, 200, wrapped(crate ?? [...crates.values()]));
    if (request.method === "DELETE" && id !== undefined) {
      crates.delete(id);
      return void response.writeHead(204).end();
    }
    if (request.method !== (crate ? method.toUpperCase() : "POST")) return json(response, 405, {});
    const body = objectIn(request.body);
    const sent = envelope === undefined ? body : objectIn(JSON.stringify(body?.[envelope] ?? null));
    if (typeof sent?.name !== "string" || sent.name === "" || [...sent.name].length > 60)
      return json(response, 400, {});
    const made = { id: crate?.id ?? newId(), name: sent.name };
    crates.set(String(made.id), made);
    if (crate) alsoDone(crates, made, newId());
    json(response, crate ? 200 : 201, wrapped(made));
  };
}

const LISTED_TWICE = "changeCrate changed one resource, which is listed twice";

async function titlesOf(style: Style, alsoDone: Parameters<typeof cratesOf>[1]): Promise<string[]> {
  return (
    await verifyServer(pathsOf(style), cratesOf(style, alsoDone), { ...data, settle: 20 }, { only: ["life-cycle"] })
  ).titles;
}

test.each(STYLES)("%s adds no item", async (_, style) => {
  expect(await titlesOf(style, () => {})).not.toContain(LISTED_TWICE);
  const copies = (crates: Crates, changed: JsonObject, id: Json) => void crates.set(String(id), { ...changed, id });
  expect(await titlesOf(style, copies)).toContain(LISTED_TWICE);
  // A new version takes the place of the old one.
  const moves = (crates: Crates, changed: JsonObject, id: Json) => {
    crates.delete(String(changed.id));
    copies(crates, changed, id);
  };
  expect(await titlesOf(style, moves)).not.toContain(LISTED_TWICE);
});
