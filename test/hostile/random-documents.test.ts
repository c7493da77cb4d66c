import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMock } from "#mock/mock.js";
import { loadDocument } from "#openapi/load/load.js";
import { fc } from "#test/property.js";
import { singleCredential } from "#verify/model/target/target.js";
import { verify } from "#verify/verify.js";
import { awakeClock } from "../awake.js";
import { json, serve, type TestServer } from "../server.js";
import { temporaryFolder } from "../temporary.js";
import { testTarget } from "../verify/target.js";
import { expectOrderlyEnd, expectSafeOutputs, resultOrUserError, SECRET, trying } from "./properties.js";
import { randomDocument } from "./random-document.js";
import { EXAMPLE } from "./things.js";

let server: TestServer;
let file: string;
beforeAll(async () => {
  server = await serve((_, response) => json(response, 200, { data: [EXAMPLE], ...EXAMPLE, kind: "cat" }));
  file = join(await temporaryFolder("hostile"), "contract.json");
});
afterAll(() => server.close());

const MAX_TIME = 5000;

test("a run with a random document ends in time and in order, or with a message for people, and its outputs are safe", async () => {
  await fc.assert(
    fc.asyncProperty(randomDocument, async (given) => {
      await writeFile(file, JSON.stringify(given));
      const elapsed = awakeClock();
      await resultOrUserError(async () => {
        const contract = await loadDocument(file);
        const credentials = { own: singleCredential(SECRET, "KEY") };
        const report = await verify({ contract, target: testTarget(server.url, { credentials }), maxTime: MAX_TIME });
        expectOrderlyEnd(report);
        expectSafeOutputs(report);
      });
      expect(elapsed()).toBeLessThan(MAX_TIME + 10_000);
    }),
    trying(60),
  );
});

test("a mock of a random document responds in time, or does not start, with a message for people", async () => {
  await fc.assert(
    fc.asyncProperty(randomDocument, fc.boolean(), async (given, dynamic) => {
      await writeFile(file, JSON.stringify(given));
      const mock = await resultOrUserError(() => startMock({ spec: file, port: 0 }));
      if (!mock) return;
      try {
        const headers = { authorization: "Bearer any", ...(dynamic ? { prefer: "dynamic=true" } : {}) };
        for (const path of ["/things", "/things/a1", "/pets/3f0b1c1e-6f1c-4c39-9c2b-5a0e1f1d2c3b", "/__proto__"]) {
          const method = path.startsWith("/pets") ? "PUT" : "GET";
          const body = method === "PUT" ? JSON.stringify({ kind: "cat" }) : null;
          const type = method === "PUT" ? { "content-type": "application/json" } : {};
          const elapsed = awakeClock();
          const response = await fetch(mock.url + path, { method, body, headers: { ...headers, ...type } });
          await response.arrayBuffer();
          expect(elapsed()).toBeLessThan(15_000);
          expect(response.status).toBeGreaterThanOrEqual(200);
        }
      } finally {
        await mock.close();
      }
    }),
    trying(20),
  );
});
