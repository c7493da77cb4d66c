import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, serve } from "#test/server.js";
import { verify } from "#verify/verify.js";
import { documentOf, jsonResponse, REJECTED } from "./small-document.js";
import { testTarget } from "./target.js";

const ANY: JsonObject = { type: "object" };

test("a test case that runs a second time is counted once", async () => {
  const paths = {
    "/jobs": { post: { operationId: "createJob", responses: { "202": jsonResponse(ANY, {}), "400": REJECTED } } },
    "/reports/{reportId}": {
      parameters: [{ name: "reportId", in: "path", required: true, schema: { type: "string" } }],
      get: { operationId: "getReport", responses: { "200": jsonResponse(ANY, {}), "404": REJECTED } },
    },
  };
  const server = await serve(({ method, url }, response) => {
    if (method === "POST") return json(response, 202, { report_id: "r7" });
    json(response, url === "/reports/r7" ? 200 : 404, {});
  });
  const names: string[] = [];
  const counts: { ended: number; cases: number }[] = [];
  try {
    const { cases } = await verify({
      contract: documentOf(paths),
      target: testTarget(server.url, {
        ...{ credentials: {}, hasExampleData: false, settle: 50 },
        allowed: new Set(["createJob"]),
      }),
      only: ["examples"],
      onEvent: (event) => {
        if (event.type !== "case-ended") return;
        names.push(event.result.name);
        counts.push(event);
      },
    });
    expect(cases.map(({ outcome }) => outcome.verdict)).toEqual(["passed", "passed"]);
  } finally {
    await server.close();
  }
  // Its second result is reported as well.
  expect(names).toHaveLength(3);
  expect(counts.every(({ ended, cases }) => ended <= cases)).toBe(true);
  expect(counts.at(-1)).toMatchObject({ ended: 2, cases: 2 });
});
