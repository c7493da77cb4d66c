import { expect, test } from "vitest";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { REJECTED, type Respond, verifyServer } from "../small-document.js";

const TEXT: JsonObject = { type: "string" };
const NEW: JsonObject = {
  type: "object",
  required: ["file", "label"],
  properties: {
    file: { type: "string", minLength: 1, maxLength: 80 },
    label: { type: "string", minLength: 1, maxLength: 40 },
    mode: { enum: ["skip", "update"] },
  },
};
const PATHS: JsonObject = {
  "/imports": {
    post: {
      operationId: "createImport",
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: NEW, examples: { own: { value: { file: "a.csv", label: "Spring" } } } },
        },
      },
      responses: {
        "201": {
          description: "Created.",
          content: { "application/json": { schema: { type: "object", properties: { id: TEXT } } } },
        },
        "400": REJECTED,
        "409": REJECTED,
      },
    },
  },
};

const isLength = (value: unknown, most: number) =>
  typeof value === "string" && value.length >= 1 && value.length <= most;

/** Stores imports, whose labels are unique. Its conflict names no field. */
function importServer(taken: Set<unknown>): Respond {
  return ({ method, body }, response) => {
    if (method !== "POST") return json(response, 405, {});
    const { file, label, mode = "skip" } = parsed(body);
    if (!isLength(file, 80) || !isLength(label, 40) || !["skip", "update"].includes(String(mode)))
      return json(response, 400, {});
    if (taken.has(label)) return json(response, 409, {});
    taken.add(label);
    json(response, 201, { id: `i${taken.size}` });
  };
}

function parsed(body: string): JsonObject {
  try {
    return asObject(JSON.parse(body));
  } catch {
    return {};
  }
}

test("documented values are sent with new texts, if the text of the example is taken by then", async () => {
  const server = importServer(new Set(["Spring"]));
  const { results } = await verifyServer(PATHS, server, {}, { only: ["accepts the values"] });
  expect(results.map(({ outcome }) => outcome)).toEqual([expect.objectContaining({ verdict: "passed" })]);
});

test("where each text is taken, the reason says so", async () => {
  const server: Respond = ({ method }, response) => json(response, method === "POST" ? 409 : 405, {});
  const { results } = await verifyServer(PATHS, server, {}, { only: ["accepts the values"] });
  expect(results.map(({ outcome }) => outcome)).toEqual([
    expect.objectContaining({
      verdict: "skipped",
      reason: "the target responded with 409 to the usual request too: its values may be taken",
    }),
  ]);
});
