import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { startProxy } from "#proxy/proxy.js";
import type { Change } from "#test/faults/change.js";
import { clientOf } from "#test/faults/client.js";
import { FAULTS } from "#test/faults/faults.js";
import { startFaulty } from "#test/faults/server.js";
import { referenceContract } from "#test/team-api/reference-contract.js";
import { temporaryFolder } from "#test/temporary.js";
import { Contract } from "#verify/model/contract.js";
import { findingsOf, type Report } from "#verify/report/report.js";
import { HarFile } from "#verify/traffic/har-file.js";
import { readHar } from "#verify/traffic/read-har.js";
import { Traffic } from "#verify/traffic/traffic.js";
import { session } from "./session.js";

let contract: Contract;
beforeAll(async () => {
  contract = new Contract(await referenceContract());
});

/** Reports on a session of the real client: of the proxy between, and of the HAR file that it records. */
async function reportsOn(change: Change): Promise<Record<"proxy" | "har", Report>> {
  const server = await startFaulty(change);
  const file = join(await temporaryFolder("traffic"), "session.har");
  const har = await HarFile.create(file);
  const options = { contract, name: "test", keyVariable: "TEAM_API_KEY" };
  const traffic = new Traffic({ ...options, baseUrl: server.url });
  const proxy = await startProxy({
    ...{ target: server.url, port: 0, traffic },
    onChecked: ({ exchange }) => exchange && har.add(exchange, traffic.secrets.current),
  });
  const { id } = await clientOf(server).grant();
  await session(proxy.url, server.keys.first, id);
  await proxy.close();
  await har.close();
  await server.close();
  const recorded = new Traffic(options);
  for (const exchange of await readHar(file)) await recorded.check(exchange);
  return { proxy: traffic.report(), har: recorded.report() };
}

function faultsIn({ cases }: Report): string[] {
  return cases.flatMap(({ name, outcome }) =>
    outcome.verdict === "error"
      ? [`${name}: ${outcome.reason}`]
      : findingsOf(outcome).map(({ check, message }) => `${name}: ${check}: ${message}`),
  );
}

describe("traffic of the real client", () => {
  test("shows nothing wrong with the honest sandbox, and covers every operation", async () => {
    const reports = await reportsOn({ id: "honest", title: "Is the sandbox." });
    for (const report of Object.values(reports)) {
      expect(faultsIn(report)).toEqual([]);
      expect(report.counts).toMatchObject({ failed: 0, errors: 0, warnings: 0 });
      expect(report.verdict).toBe("passed");
      const covered = report.cases.filter(({ outcome }) => outcome.verdict === "passed");
      expect(new Set(covered.map(({ operation }) => operation)).size).toBe(contract.operations.length);
    }
  });

  test.each([
    ["retrieve-list-envelope", /^retrieveSuppression › 2XX: body: /],
    ["retrieve-id-in-answer-changed", /^retrieveSuppression › 2XX: identity: /],
    ["retrieve-no-content", /^retrieveSuppression › 2XX: media-type: /],
    ["add-id-no-uuid", /^addSuppression › 2XX: body: the body at \/id /],
    ["add-no-content", /^addSuppression › 2XX: media-type: /],
    ["import-no-content", /^retrieveContactImport › 2XX: media-type: /],
    ["revoke-no-content", /^revokeOauthGrant › 2XX: media-type: /],
    ["body-html-with-200", /^listSuppressions › 2XX: media-type: /],
    ["limit-ignored", /^listSuppressions › 2XX: pagination: the page has more items than limit/],
    ["origin-ignored", /^listSuppressions › 2XX: pagination: origin "bounce" lists an item with another value/],
    ["body-text-on-last-page", /^listSuppressions › 2XX: media-type: /],
    ["wire-500-import", /^retrieveContactImport › 500, which is undocumented: status: /],
    ["wire-redirects-to-login", /^retrieveContactImport › 30\d, which is undocumented: status: /],
  ])("shows the fault %s, through the proxy and in the HAR file", async (id, fault) => {
    const change = FAULTS.find((each) => each.id === id);
    if (!change) throw new Error(`There is no fault ${id}.`);
    const { proxy, har } = await reportsOn(change);
    for (const report of [proxy, har]) {
      expect(report.verdict).toBe("failed");
      expect(faultsIn(report).filter((each) => fault.test(each))).not.toEqual([]);
    }
  });

  test("shows that a server resets the connection", async () => {
    const change = FAULTS.find(({ id }) => id === "wire-resets");
    if (!change) throw new Error("There is no such fault.");
    const { proxy } = await reportsOn(change);
    expect(proxy.verdict).toBe("failed");
    expect(faultsIn(proxy).join("\n")).toMatch(/^addSuppression › no response: POST .*: no response \(/m);
  });
});
