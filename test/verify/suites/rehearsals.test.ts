import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { statementOf } from "#verify/report/failure.js";
import { verifyServer } from "../small-document.js";

const text: JsonObject = { type: "string", minLength: 3, maxLength: 40 };

/** An API whose creations can be tried. */
interface Tried {
  /** The parameter that asks for a trial, or the field of the body. */
  parameter: string;
  schema: JsonObject;
  isField: boolean;
}

/** The warnings and failures about the creations of an API, whose trials make something or nothing. */
async function findingsOn({ parameter, schema, isField }: Tried, makes: boolean) {
  const rooms = new Map<string, JsonObject>();
  let trials = 0;
  const room = { type: "object", required: ["room", "label"], properties: { room: text, label: text } };
  const sentRoom = isField ? { ...room, properties: { ...room.properties, [parameter]: schema } } : room;
  const content = (of: JsonObject): JsonObject => ({ content: { "application/json": { schema: of } } });
  const rejected = { description: "Rejected." };
  const paths: JsonObject = {
    "/rooms": {
      post: {
        parameters: isField ? [] : [{ name: parameter, in: "query", schema }],
        requestBody: { required: true, ...content(sentRoom) },
        responses: { "200": { description: "Done.", ...content(room) }, "400": rejected, "409": rejected },
      },
    },
    "/rooms/{room}": {
      parameters: [{ name: "room", in: "path", required: true, schema: text }],
      get: { responses: { "200": { description: "Done.", ...content(room) }, "404": rejected } },
      delete: { responses: { "204": { description: "Done." }, "404": rejected } },
    },
  };
  const { results } = await verifyServer(
    paths,
    ({ method, url, body }, sent) => {
      const { pathname, searchParams } = new URL(url, "http://localhost");
      const found = rooms.get(pathname);
      if (method === "POST" && pathname === "/rooms") {
        const values = readBody(body);
        const query = searchParams.get(parameter);
        const isTrial = isField ? values?.[parameter] === true : query === "true" || query === "All";
        if (!isText(values?.room) || !isText(values?.label)) return json(sent, 400, {});
        const made = { room: values?.room ?? "", label: values?.label ?? "" };
        if (rooms.has(`/rooms/${encodeURIComponent(String(made.room))}`)) return json(sent, 409, {});
        if (isTrial) trials += 1;
        if (makes || !isTrial) rooms.set(`/rooms/${encodeURIComponent(String(made.room))}`, made);
        return json(sent, 200, made);
      }
      if (!found) return json(sent, 404, {});
      if (method !== "DELETE") return json(sent, 200, found);
      rooms.delete(pathname);
      sent.writeHead(204).end();
    },
    { hasExampleData: false },
    { only: ["accepts the values that the document allows"] },
  );
  const texts = results.flatMap(({ warnings }) => warnings.map(statementOf));
  return {
    texts: texts.filter((each) => each.includes("/rooms")),
    trials,
    verdicts: results.map((each) => each.outcome.verdict),
  };
}

function readBody(body: string): JsonObject | undefined {
  try {
    return Object(JSON.parse(body));
  } catch {
    return undefined;
  }
}

const isText = (value: Json | undefined) => typeof value === "string" && value.length >= 3 && value.length <= 40;

test.each<[string, Tried]>([
  ["dryRun", { parameter: "dryRun", schema: { type: "boolean" }, isField: false }],
  ["dry_run", { parameter: "dry_run", schema: { type: "string", enum: ["All", "None"] }, isField: false }],
  ["the field validateOnly", { parameter: "validateOnly", schema: { type: "boolean" }, isField: true }],
])("a trial by %s that makes nothing has no warning, and one that makes something has one", async (_, api) => {
  const honest = await findingsOn(api, false);
  expect(honest.trials).toBeGreaterThan(0);
  expect(honest.texts).toEqual([]);
  expect((await findingsOn(api, true)).texts).toEqual([
    `echo (inferred): GET /rooms/{room} finds what POST /rooms made, although ${api.parameter} asks for a trial alone`,
  ]);
});
