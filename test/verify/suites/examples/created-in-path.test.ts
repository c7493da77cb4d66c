import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, numbers } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { REJECTED, type Respond, verifyServer } from "#test/verify/small-document.js";
import { data, get, object, objectIn, text } from "#test/verify/small-store.js";

const spot = object({ id: text, name: text, open: { type: "boolean" } }, ["id", "name"]);
const answer = (schema: JsonObject) => ({ description: "Done.", content: { "application/json": { schema } } });
const sent = (example?: JsonObject): JsonObject => ({
  required: true,
  content: { "application/json": { schema: object({ name: text }, ["name"]), ...(example ? { example } : {}) } },
});
const id: JsonObject = { name: "id", in: "path", required: true, schema: text, example: "5b8d0b717503c445552a1865" };
const errors: JsonObject = { "400": REJECTED, "404": REJECTED };

const PATHS: JsonObject = {
  "/spots": {
    ...get("listSpots", { type: "array", items: spot }),
    post: { operationId: "addSpot", requestBody: sent(), responses: { "201": answer(spot), ...errors } },
  },
  "/spots/{id}": {
    parameters: [id],
    ...get("getSpot", spot),
    put: {
      operationId: "changeSpot",
      requestBody: sent({ name: "Dock" }),
      responses: { "200": answer(spot), ...errors },
    },
    delete: { operationId: "deleteSpot", responses: { "204": { description: "Deleted." }, ...errors } },
  },
  "/spots/{id}/open": {
    parameters: [id],
    post: { operationId: "openSpot", responses: { "200": answer(spot), ...errors } },
  },
};

/** A store of spots that has one of others. */
function spots(): { respond: Respond; ofOthers: JsonObject } {
  const ofOthers: JsonObject = { id: "68e004217503c445557fb8cf", name: "Ward" };
  const kept = new Map<string, JsonObject>([[String(ofOthers.id), ofOthers]]);
  const next = numbers();
  const respond: Respond = ({ method, url, body }, response) => {
    const [, , key = "", action] = (url.split("?")[0] ?? "").split("/");
    const found = kept.get(key);
    const { name } = objectIn(body) ?? {};
    if (key !== "" && !found) return json(response, 404, {});
    if (method === "GET") return json(response, 200, found ?? [...kept.values()]);
    if (method === "DELETE" && found) {
      kept.delete(key);
      return void response.writeHead(204).end();
    }
    if (method === "POST" && found && action === "open") {
      kept.set(key, { ...found, open: true });
      return json(response, 200, { ...found, open: true });
    }
    if (method !== (found ? "PUT" : "POST") || action !== undefined) return json(response, 405, {});
    if (typeof name !== "string") return json(response, 400, {});
    const made = { ...found, id: found?.id ?? `68e0043f7503c44555800${100 + next()}`, name };
    kept.set(made.id === undefined ? "" : String(made.id), made);
    json(response, found ? 200 : 201, made);
  };
  return { respond, ofOthers };
}

test.each(["deleteSpot", "openSpot", "changeSpot"])(
  "the example of %s is sent to a resource that the run created, where the document has an example of its path",
  async (operation) => {
    const { respond, ofOthers } = spots();
    const { results, requests } = await verifyServer(PATHS, respond, data, { only: ["examples"] });
    const own = results.filter((result) => result.operation === operation);
    expect(failuresOf(results)).toEqual([]);
    expect(own.map(({ outcome }) => outcome.verdict)).toEqual(["passed"]);
    const unsafe = requests.filter(({ method, url }) => method !== "GET" && url.startsWith("/spots/"));
    expect(unsafe.filter(({ url }) => url.includes(String(ofOthers.id)))).toEqual([]);
  },
);

test("nothing is sent in place of an example where the run may not create anything", async () => {
  const { respond } = spots();
  const { results, requests } = await verifyServer(
    PATHS,
    respond,
    { ...data, writes: "none", allowed: new Set() },
    { only: ["examples"] },
  );
  expect(failuresOf(results)).toEqual([]);
  expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
});
