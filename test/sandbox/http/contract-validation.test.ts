import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { OpenApiDocument } from "../../../src/openapi/document.js";
import { HANDLERS } from "../../../src/sandbox/handlers/all.js";
import { startSandbox } from "../../../src/sandbox/sandbox.js";
import { invalidRequestsOf } from "../../mock/invalid-requests.js";
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

test("the sandbox does not start if an operation has no handler", async () => {
  const document = await contract();
  Object.assign(document.paths ?? {}, { "/domains": { get: { operationId: "listDomains", responses: {} } } });
  await expect(startSandbox({ port: 0, document })).rejects.toThrow(
    "The operation listDomains has no handler. Add one in src/sandbox/handlers/.",
  );
});

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
  const text = await readFile("generated/openapi.json", "utf8");
  const sandbox = await testSandbox(memoryDatabase, {
    document: JSON.parse(text.replace('"maximum": 100', '"maximum": 7')),
  });
  try {
    expect((await sandbox.call("GET", "/suppressions?limit=7")).status).toBe(200);
    expect((await sandbox.call("GET", "/suppressions?limit=8")).status).toBe(422);
  } finally {
    await sandbox.stop();
  }
});
