import { beforeAll, describe, expect, test } from "vitest";
import { only } from "../../src/contract/embedded.js";
import { Environment } from "../../src/contract/environment.js";
import { plan } from "../../src/contract/plan.js";
import { runAll } from "../../src/contract/run-all.js";
import { judge } from "../../src/contract/verdict.js";
import type { OpenApiDocument } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";
import { LIBRARY_FAULTS, startLibrary } from "../documents/library-server.js";
import { startTelemetry, TELEMETRY_FAULTS } from "../documents/telemetry-server.js";
import { accusations } from "./accusations.js";
import { testTarget } from "./target.js";

interface Running {
  url: string;
  key: string;
  close(): Promise<void>;
}

/** Verifies a server against a document; returns the verdict, and what was found. */
async function verified(
  document: OpenApiDocument,
  { url, key, close }: Running,
): Promise<{ verdict: string; found: string[] }> {
  try {
    const environment = new Environment(document, testTarget(url, { keys: { own: only(key, "KEY") } }));
    const reports = await runAll(environment, plan(environment), 4);
    return { verdict: judge(reports, "KEY").verdict, found: accusations(reports) };
  } finally {
    await close();
  }
}

let library: OpenApiDocument;
let telemetry: OpenApiDocument;
beforeAll(async () => {
  library = await loadDocument("test/documents/library.yaml");
  telemetry = await loadDocument("test/documents/telemetry.yaml");
});

describe("a server of another document", () => {
  test("that keeps it is not accused: OpenAPI 3.0, all parameter styles, links, forms", async () => {
    expect(await verified(library, await startLibrary())).toEqual({ verdict: "holds", found: [] });
  });

  test("that keeps it is not accused: OpenAPI 3.1, tuples, multipart, page tokens, headers", async () => {
    expect(await verified(telemetry, await startTelemetry())).toEqual({ verdict: "holds", found: [] });
  });

  for (const fault of Object.keys(LIBRARY_FAULTS) as (keyof typeof LIBRARY_FAULTS)[]) {
    test(`is found broken: ${LIBRARY_FAULTS[fault]}`, async () => {
      expect((await verified(library, await startLibrary({ fault }))).verdict).toBe("broken");
    });
  }
  test("is not accused of taking any key to delete something, where nothing was given away for that", async () => {
    expect((await verified(telemetry, await startTelemetry({ fault: "no-password" }))).verdict).toBe("holds");
  });

  for (const fault of Object.keys(TELEMETRY_FAULTS) as (keyof typeof TELEMETRY_FAULTS)[]) {
    if (fault === "no-password") continue;
    test(`is found broken: ${TELEMETRY_FAULTS[fault]}`, async () => {
      expect((await verified(telemetry, await startTelemetry({ fault }))).verdict).toBe("broken");
    });
  }
});
