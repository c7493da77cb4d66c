import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";
import { data } from "#test/verify/small-store.js";

/** A document of one operation with these statuses. */
const pathsWith = (statuses: readonly string[]): JsonObject => ({
  "/calls": {
    get: { operationId: "listCalls", responses: Object.fromEntries(statuses.map((status) => [status, REJECTED])) },
  },
});

async function findingsOf(statuses: readonly string[], status: number) {
  const { results, report } = await verifyServer(
    pathsWith(statuses),
    ({ method }, response) => json(response, method === "GET" ? status : 405, {}),
    data,
  );
  return { verdict: report.verdict, failures: failuresOf(results).length, warnings: warningsOf(results).length };
}

test("a success of an operation whose document lists errors alone is a warning: nothing says which one is right", async () => {
  expect(await findingsOf(["400", "401", "500"], 200)).toMatchObject({ failures: 0, warnings: 1 });
  expect(await findingsOf(["4XX"], 204)).toMatchObject({ failures: 0, warnings: 1 });
});

test("another success than the documented one is a failure", async () => {
  expect(await findingsOf(["201", "400"], 200)).toMatchObject({ failures: 1 });
  expect(await findingsOf(["3XX", "400"], 200)).toMatchObject({ failures: 1 });
});

test("an undocumented server error of such an operation is a failure", async () => {
  expect(await findingsOf(["400"], 502)).toMatchObject({ failures: 1 });
});
