import { beforeAll, describe, expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { Contract } from "#verify/model/contract.js";
import { singleCredential } from "#verify/model/target/target.js";
import { verify } from "#verify/verify.js";
import { LIBRARY_FAULTS, startLibrary } from "../documents/library-server.js";
import { startTelemetry, TELEMETRY_FAULTS } from "../documents/telemetry-server.js";
import { sample } from "../sample.js";
import { failuresOf } from "./failures.js";
import { testTarget } from "./target.js";

interface RunningServer {
  url: string;
  key: string;
  close(): Promise<void>;
}

let library: Contract;
let telemetry: Contract;
beforeAll(async () => {
  library = new Contract(await loadDocument("test/documents/library.yaml"));
  telemetry = new Contract(await loadDocument("test/documents/telemetry.yaml"));
});

/** Verifies a server of a document until a test case fails, and closes it. */
async function verifyAndClose(
  contract: Contract,
  starting: Promise<RunningServer>,
): Promise<{ verdict: string; failures: string[] }> {
  const { url, key, close } = await starting;
  try {
    const target = testTarget(url, { credentials: { own: singleCredential(key, "KEY") } });
    const stop = new AbortController();
    const { verdict, cases } = await verify({
      ...{ contract, target, parallel: 4, signal: stop.signal },
      onEvent: (event) => {
        if (event.type === "case-ended" && event.result.outcome.verdict === "failed") stop.abort();
      },
    });
    return { verdict, failures: failuresOf(cases) };
  } finally {
    await close();
  }
}

const PASSED = { verdict: "passed", failures: [] };

describe("OpenAPI 3.0, all parameter styles, links and forms: library.yaml", () => {
  test("a server that follows the document passes", async () => {
    expect(await verifyAndClose(library, startLibrary())).toEqual(PASSED);
  });

  for (const fault of sample(Object.keys(LIBRARY_FAULTS) as (keyof typeof LIBRARY_FAULTS)[], 5)) {
    test(`a server with this fault fails: ${LIBRARY_FAULTS[fault]}`, async () => {
      const { failures } = await verifyAndClose(library, startLibrary({ fault }));
      expect(failures).not.toEqual([]);
    });
  }
});

describe("OpenAPI 3.1, tuples, multipart, page tokens and headers: telemetry.yaml", () => {
  test("a server that follows the document passes", async () => {
    expect(await verifyAndClose(telemetry, startTelemetry())).toEqual(PASSED);
  });

  for (const fault of sample(Object.keys(TELEMETRY_FAULTS) as (keyof typeof TELEMETRY_FAULTS)[], 5)) {
    test(`a server with this fault fails: ${TELEMETRY_FAULTS[fault]}`, async () => {
      const { failures } = await verifyAndClose(telemetry, startTelemetry({ fault }));
      expect(failures).not.toEqual([]);
    });
  }
});
