import { expect, test } from "vitest";
import { anyKey } from "#mock/example-request.js";
import { startMock } from "#mock/mock.js";
import type { Schema } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import { TEAM_API } from "#team-api/team-api.js";
import { Contract } from "#verify/model/contract.js";
import { singleCredential } from "#verify/model/target/target.js";
import { isSkippedFor } from "#verify/model/test-case/need.js";
import { terminalReport } from "#verify/reporters/terminal.js";
import { verify } from "#verify/verify.js";
import { json, serve } from "../server.js";
import { failuresOf } from "./failures.js";
import { testTarget } from "./target.js";

const DOCUMENTS = [
  "openapi/openapi.yaml",
  ...["library", "parcels", "telemetry"].map((name) => `test/documents/${name}.yaml`),
];

/** A header value that fits the schemas of these documents. */
function headerText(schema: Schema | undefined): string {
  const { pattern = "" } = typeof schema === "object" ? schema : {};
  const fitting = ["1", "/items/1", "/devices/dev-00aa", '"00aa"'];
  return fitting.find((text) => new RegExp(String(pattern)).test(text)) ?? "1";
}

/** A target as a user names it by its address: nothing is known of it. */
const unknownTarget = (url: string, key: string, keepsState = true) =>
  testTarget(url, { credentials: { own: singleCredential(key, "KEY") }, hasExampleData: false, keepsState });

test.each(DOCUMENTS)("our mock at an address has no failures: %s", async (spec) => {
  const mock = await startMock({ spec, port: 0 });
  try {
    const document = await loadDocument(spec);
    const report = await verify({
      contract: document,
      api: TEAM_API,
      target: unknownTarget(mock.url, anyKey(document)),
    });
    expect(failuresOf(report.cases)).toEqual([]);
    expect(report.verdict).toBe("passed");
    expect(report.leftovers).toEqual([]);
    expect(terminalReport(report)).toMatch(
      /The server keeps no state, so [\d,]+ test cases that need state were skipped\./,
    );
  } finally {
    await mock.close();
  }
});

test("the mock announces that it keeps no state, also where it rejects a request", async () => {
  const mock = await startMock({ spec: "openapi/openapi.yaml", port: 0 });
  try {
    const response = await fetch(`${mock.url}/no-such-path`);
    expect([response.status, response.headers.get("mock-state")]).toEqual([404, "none"]);
  } finally {
    await mock.close();
  }
});

test.each(DOCUMENTS)(
  "a mock that sends its first example to every request passes with --stateless: %s",
  async (spec) => {
    const contract = new Contract(await loadDocument(spec));
    const server = await serve(({ method, url }, response) => {
      const path = url.split("?")[0]?.split("/") ?? [];
      const operation = contract.operations.find(
        (each) =>
          each.method === method.toLowerCase() &&
          each.path.split("/").length === path.length &&
          each.path.split("/").every((part, index) => part.includes("{") || part === path[index]),
      );
      const pair = operation && examplePairs(operation).find((each) => isSuccessKey(each.response));
      if (!pair) return json(response, 404, {});
      const status = /^\d+$/.test(pair.response.status) ? Number(pair.response.status) : 200;
      const { mediaType, value } = pair.responseExample ?? {};
      const headers = Object.fromEntries(pair.response.headers.map(({ name, schema }) => [name, headerText(schema)]));
      if (mediaType === undefined) return response.writeHead(status, headers).end();
      const body = mediaType.name.includes("json") ? JSON.stringify(value) : String(value);
      response.writeHead(status, { ...headers, "content-type": mediaType.name }).end(body);
    });
    try {
      const report = await verify({
        contract,
        api: TEAM_API,
        target: unknownTarget(server.url, anyKey(contract.document), false),
      });
      expect(failuresOf(report.cases)).toEqual([]);
      expect(report.counts.passed).toBeGreaterThan(0);
      expect(report.cases.some(({ outcome }) => outcome.verdict === "skipped" && isSkippedFor(outcome, "state"))).toBe(
        true,
      );
    } finally {
      await server.close();
    }
  },
);
