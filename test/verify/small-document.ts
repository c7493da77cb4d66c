import type { ServerResponse } from "node:http";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import type { Overlay } from "#openapi/overlay/overlay.js";
import type { Target } from "#verify/model/target/target.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import type { Report } from "#verify/report/report.js";
import { type VerifyOptions, verify } from "#verify/verify.js";
import { type ReceivedRequest, serve } from "../server.js";
import { ownOperations } from "./own-operations.js";
import { testTarget } from "./target.js";

/** How a server of a test responds to a request. */
export type Respond = (request: ReceivedRequest, response: ServerResponse) => void;

/** An OpenAPI 3.1 document with these paths. */
export function documentOf(paths: JsonObject): OpenApiDocument {
  return { openapi: "3.1.0", info: { title: "Small", version: "1.0.0" }, paths };
}

interface RunSettings
  extends Pick<
    VerifyOptions,
    "only" | "budget" | "parallel" | "explore" | "coverageMin" | "known" | "updateKnown" | "onExchange"
  > {
  /** Parts of the document beside its paths. */
  extensions?: JsonObject;
}

/** The outcome of a run against a server of a test. */
interface ServerRun {
  results: CaseResult[];
  /** The requests that the server received. */
  requests: ReceivedRequest[];
  /** The suggested overlay. */
  overlay: Overlay | undefined;
  /** The chains that held, as workflows. */
  workflows: JsonObject | undefined;
  /** The titles of the causes. */
  titles: string[];
  report: Report;
}

/** Verifies a server against a document with these paths. Its team allows all requests that change what a path names. */
export async function verifyServer(
  paths: JsonObject,
  respond: Respond,
  settings: Partial<Target> = {},
  { extensions = {}, ...options }: RunSettings = {},
): Promise<ServerRun> {
  const server = await serve(respond);
  try {
    const contract = { ...documentOf(paths), ...extensions };
    const allowed = ownOperations(operationsOf(contract));
    const target = testTarget(server.url, { credentials: {}, allowed, ...settings });
    let overlay: Overlay | undefined;
    let workflows: JsonObject | undefined;
    const report = await verify({
      onHeld: async (held) => {
        overlay = await held.overlay();
        workflows = held.workflows("openapi.json");
      },
      contract,
      target,
      parallel: 2,
      ...options,
    });
    const titles = report.causes.map(({ title }) => title);
    return { results: report.cases, requests: server.seen, overlay, workflows, titles, report };
  } finally {
    await server.close();
  }
}

/** A Response Object for JSON with an example. */
export function jsonResponse(schema: JsonObject | boolean, example: JsonObject, more: JsonObject = {}): JsonObject {
  return { description: "Done.", content: { "application/json": { schema, example } }, ...more };
}

/** A Response Object without content, for errors. */
export const REJECTED: JsonObject = { description: "The request is rejected." };

/** A required path parameter with an example. */
export function pathParameter(name: string, schema: JsonObject, example: string): JsonObject {
  return { name, in: "path", required: true, schema, example };
}
