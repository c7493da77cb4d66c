import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { REJECTED, type Respond, verifyServer } from "../../small-document.js";

const NAMES = ["alpha", "beta", "gamma"];
const PATHS: JsonObject = {
  "/domains": {
    get: {
      operationId: "listDomains",
      parameters: [
        {
          name: "search",
          in: "query",
          schema: { type: "string" },
          description: "Only domains with the text in the name.",
        },
        { name: "sort", in: "query", schema: { type: "string", enum: ["name", "-name"] } },
      ],
      responses: {
        "200": {
          description: "The domains.",
          content: {
            "application/json": {
              schema: {
                type: "array",
                items: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
              },
            },
          },
        },
        "400": REJECTED,
      },
    },
  },
};

const at = (part: string) => `#/paths/~1domains/get/${part}`;
const EXTENSIONS: JsonObject = {
  "x-requirements": {
    LIST: { operations: ["listDomains"], requirement: "The domains are listed.", stated: [at("responses")] },
    SEARCH: {
      operations: ["listDomains"],
      requirement: "With `search`, domains whose name has the text are listed.",
      stated: [at("parameters/0")],
      runtime: "A request shows it.",
    },
    SORT: {
      operations: ["listDomains"],
      requirement: "With `sort`, the domains are sorted.",
      stated: [at("parameters/1")],
      runtime: "A request shows it.",
    },
  },
};

/** The states of the requirements, for a server that ignores some of its parameters. */
async function statesOf(ignored: string): Promise<Record<string, string>> {
  const respond: Respond = ({ url }, response) => {
    const query = new URL(url, "http://localhost").searchParams;
    const text = ignored === "search" ? "" : (query.get("search") ?? "");
    const sort = ignored === "sort" ? null : query.get("sort");
    if (!["name", "-name"].includes(query.get("sort") ?? "name")) return json(response, 400, {});
    const found = NAMES.filter((name) => name.includes(text)).toSorted();
    json(
      response,
      200,
      (sort?.startsWith("-") ? found.toReversed() : found).map((name) => ({ name })),
    );
  };
  const { report } = await verifyServer(PATHS, respond, {}, { extensions: EXTENSIONS });
  return Object.fromEntries(report.requirements.map(({ id, state, reason }) => [id, reason ?? state]));
}

test.each([
  ["nothing", { LIST: "verified", SEARCH: "verified", SORT: "verified" }],
  [
    "search",
    {
      LIST: "verified",
      SEARCH: expect.stringMatching(/^a warning casts doubt on it: search with a text that nothing has lists the same/),
      SORT: "verified",
    },
  ],
  ["sort", { LIST: "verified", SEARCH: "verified", SORT: expect.not.stringMatching(/^verified$/) }],
])("a requirement at a parameter is verified by its effect, if the server ignores %s", async (ignored, want) => {
  expect(await statesOf(ignored)).toEqual(want);
});
