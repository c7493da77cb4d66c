import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verify } from "#index.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { HANDLERS } from "#team-api/sandbox/handlers/all.js";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import { invalidRequestsOf } from "#test/mock/invalid-requests.js";
import { temporaryFolder } from "#test/temporary.js";
import { memoryDatabase } from "../databases.js";
import { testSandbox } from "../sandbox.js";

const contract = async (): Promise<OpenApiDocument> => JSON.parse(await readFile("generated/openapi.json", "utf8"));

test("the operations with a handler are those of the contract", async () => {
  const { paths } = JSON.parse(await readFile("generated/openapi.json", "utf8"));
  const ids = Object.values<Record<string, { operationId?: string }>>(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? []),
  );
  expect(Object.keys(HANDLERS).toSorted()).toEqual(ids.toSorted());
});

test("an operation without a handler gets 501, which says how to write one; verify skips its test cases", async () => {
  const document = await contract();
  Object.assign(document.paths ?? {}, { "/domains": { get: DOMAINS } });
  const sandbox = await startSandbox({ port: 0, document });
  const response = await fetch(`${sandbox.url}/domains`, {
    headers: { authorization: `Bearer ${sandbox.keys.first}` },
  });
  await sandbox.close();
  const remedy = "the sandbox has no handler for listDomains: run npm run generate -- --handler listDomains";
  expect(response.status).toBe(501);
  expect(await response.json()).toMatchObject({ detail: `The operation cannot be executed: ${remedy}.` });

  const spec = join(await temporaryFolder("domains"), "openapi.json");
  await writeFile(spec, JSON.stringify(document));
  const { verdict, cases } = await verify({ spec, only: ["listDomains", "L8"] });
  expect(verdict).toBe("passed");
  const skipped = cases.filter(({ outcome }) => outcome.verdict === "skipped");
  expect(skipped.length).toBeGreaterThan(0);
  for (const { operation, outcome } of skipped) {
    expect(operation).toBe("listDomains");
    expect(outcome).toMatchObject({ reason: remedy });
  }
});

/** A new operation, as its author would begin it. */
const DOMAINS = {
  operationId: "listDomains",
  summary: "List the domains",
  responses: {
    "200": {
      description: "The domains.",
      content: { "application/json": { schema: { type: "array" }, example: [] } },
    },
  },
};

test("a request that violates a constraint of the contract is rejected, for every constraint", async () => {
  const sandbox = await testSandbox(memoryDatabase);
  try {
    const violations = invalidRequestsOf(sandbox.document, { authorization: `Bearer ${sandbox.keys.first}` });
    expect(violations.length).toBeGreaterThan(15);
    for (const { name, method, url, headers, body } of violations) {
      const { status } = await sandbox.call(method, url, {
        key: null,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      expect(status >= 400 && status < 500, `${name}: ${status}`).toBe(true);
    }
  } finally {
    await sandbox.stop();
  }
});

test("a changed constraint of the contract is enforced without a change of code", async () => {
  const document = JSON.parse(await readFile("generated/openapi.json", "utf8"));
  document.components.parameters.Limit.schema.maximum = 7;
  const sandbox = await testSandbox(memoryDatabase, { document });
  try {
    expect((await sandbox.call("GET", "/suppressions?limit=7")).status).toBe(200);
    expect((await sandbox.call("GET", "/suppressions?limit=8")).status).toBe(422);
  } finally {
    await sandbox.stop();
  }
});
