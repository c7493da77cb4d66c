import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

const pathsWith = (parameters: JsonObject[]): JsonObject => ({
  "/imports": {
    post: {
      operationId: "startImport",
      parameters,
      responses: {
        "202": { description: "Done." },
        ...{ "400": REJECTED, "409": REJECTED, "415": REJECTED, "422": REJECTED },
      },
    },
  },
});
const KIND: JsonObject = { name: "kind", in: "query", required: true, schema: { type: "string" } };

/** The titles of a run, and the reason why its usual request was skipped, for a server that rejects requests without a body. */
async function runWith(status: number, body: unknown, parameters = [KIND]) {
  const { titles, results } = await verifyServer(
    pathsWith(parameters),
    ({ method, url, body: sent }, response) => {
      if (method !== "POST") return json(response, 405, {});
      if (parameters.length > 0 && !url.includes("kind=")) return json(response, 400, {});
      if (sent === "") return json(response, status, body);
      response.writeHead(202).end();
    },
    { hasExampleData: false },
  );
  const { outcome } = results.find(({ suite }) => suite === "examples") ?? {};
  return { titles, needs: outcome?.verdict === "skipped" ? outcome.needs : [] };
}

const DEMANDS: readonly (readonly [framework: string, status: number, body: unknown])[] = [
  ["plain words", 400, { error: "No data submitted" }],
  ["Flask", 415, "Did not attempt to load JSON data"],
  ["FastAPI", 422, { detail: [{ type: "missing", loc: ["body"], msg: "Field required" }] }],
  ["Spring", 400, { message: "Required request body is missing: public void start()" }],
  ["ASP.NET", 400, { errors: { "": ["A non-empty request body is required."] } }],
  ["Fastify", 400, { message: "body must be object" }],
  ["a parser", 400, { message: "Unexpected end of JSON input" }],
  ["another parser", 400, { message: "Expecting value: line 1 column 1 (char 0)" }],
];

const OTHERS: readonly (readonly [reason: string, status: number, body: unknown])[] = [
  ["a state", 409, { error: "No import is planned" }],
  ["a resource that is empty", 400, { error: "There is no data to import" }],
  ["a field of a resource", 422, { error: "The plan has no body text" }],
  ["a right", 403, { error: "The request body is missing" }],
];

describe("an operation without a described body", () => {
  test.each(DEMANDS)("has a cause, and needs a body of the target file, if %s demands one", async (_, status, body) => {
    const { titles, needs } = await runWith(status, body);
    expect(titles).toEqual([
      `POST /imports rejects a request without a body with ${status}, although the contract allows it`,
    ]);
    expect(needs).toEqual([expect.objectContaining({ setting: ["values", "startImport", "requestBody"] })]);
  });

  test("fails, and the cause says so, if the whole request is as documented", async () => {
    const { titles } = await runWith(400, { error: "No data submitted" }, []);
    const sent = "a valid request (a request without a body, as documented)";
    expect(titles).toEqual([`POST /imports responds with 400 to ${sent}; the contract documents 202`]);
  });

  test.each(OTHERS)("has no such cause if it is rejected for %s", async (_, status, body) => {
    const { titles } = await runWith(status, body);
    expect(titles.filter((title) => title.includes("without a body"))).toEqual([]);
  });
});
