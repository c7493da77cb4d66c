import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, numbers } from "#test/server.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";
import { data, ERRORS, get, messages, object, objectIn, text } from "#test/verify/small-store.js";

const fields = {
  label: { ...text, minLength: 1, maxLength: 60 },
  weight: { type: "integer", minimum: 1, maximum: 900 },
};
const parcel = object({ id: text, ...fields }, ["id"]);
const content = (schema: JsonObject) => ({ "application/json": { schema } });
const parameters = [{ name: "id", in: "path", required: true, schema: text }];

/** Parcels, and a POST below each whose name or summary is given. */
function pathsOf(path: string, words: JsonObject): JsonObject {
  const requestBody = { required: true, content: content(object(fields, ["label", "weight"])) };
  const shown = { description: "Done.", content: content(parcel) };
  return {
    "/parcels": { post: { operationId: "addParcel", requestBody, responses: { "201": shown, ...ERRORS } } },
    "/parcels/{id}": {
      parameters,
      ...get("getParcel", parcel),
      delete: { operationId: "removeParcel", responses: { "204": { description: "Done." }, ...ERRORS } },
    },
    [`/parcels/{id}/${path}`]: {
      parameters,
      post: {
        ...words,
        requestBody,
        responses: {
          "200": { description: "Done.", content: content(object({ total: { type: "integer" } })) },
          ...ERRORS,
        },
      },
    },
  };
}

function parcelsOf(stores: boolean): Respond {
  const parcels = new Map<string, JsonObject>();
  const next = numbers();
  return (request, response) => {
    const [, , id, action] = (request.url.split("?")[0] ?? "").split("/");
    const found = parcels.get(id ?? "");
    if (id !== undefined && !found) return json(response, 404, {});
    if (request.method === "GET" && found && !action) return json(response, 200, found);
    if (request.method === "DELETE" && id !== undefined && !action) {
      parcels.delete(id);
      return void response.writeHead(204).end();
    }
    if (request.method !== "POST" || (found && !action)) return json(response, 405, {});
    const sent = objectIn(request.body);
    const { label, weight } = sent ?? {};
    const isLabel = typeof label === "string" && label !== "" && [...label].length <= 60;
    if (!sent || !isLabel || !Number.isInteger(weight) || Number(weight) < 1 || Number(weight) > 900)
      return json(response, 400, {});
    const made = { label, weight: weight ?? 1, id: id ?? `parcel-${next()}-7f3c` };
    if (!found || stores) parcels.set(made.id, made);
    json(response, found ? 200 : 201, found ? { total: 7 } : made);
  };
}

const POSTS: [path: string, words: JsonObject][] = [
  ["totals", { operationId: "getParcelTotals" }],
  ["postage", { operationId: "postageOfParcel", summary: "Calculates the postage of a parcel" }],
  ["preview", { operationId: "preview_parcel" }],
];

test.each(POSTS)("a POST to %s that reads leaves the resource as it is", async (path, words) => {
  const warningsOf = async (stores: boolean) => {
    const { results } = await verifyServer(
      pathsOf(path, words),
      parcelsOf(stores),
      { ...data, settle: 20 },
      { only: ["life-cycle"] },
    );
    return messages(results).filter((message) => /its own value|does not show the sent/.test(message));
  };
  expect(await warningsOf(false)).toEqual([]);
  expect((await warningsOf(true)).join("\n")).toMatch(/changed \/(label|weight), which has its own value/);
});

test("a POST that changes, by its words, may change the resource", async () => {
  const paths = pathsOf("relabel", { operationId: "relabelParcel" });
  const { results } = await verifyServer(paths, parcelsOf(true), { ...data, settle: 20 }, { only: ["life-cycle"] });
  expect(messages(results).filter((message) => message.includes("its own value"))).toEqual([]);
});
