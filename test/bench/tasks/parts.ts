import { join, resolve } from "node:path";
import { operationsFile } from "#generate/client/operations-file.js";
import { loadDocument } from "#openapi/load/load.js";
import { pageSize, type Replaced } from "#test/generate/page-size.js";
import { BENCH } from "../processes.js";

/** What the page of all tasks has beyond hey-api's, each with modules that do without it. */
const PARTS: Readonly<Record<string, Replaced>> = {
  "iterators over pages and items": {
    "client/paging/pages.ts": "export const pages = () => {}, items = () => {}, isBeyondLast = undefined;",
    "statements/paging/kinds/cursor.ts": "export const byCursor = {}, byCursorOrAddress = {}, cursor = {};",
  },
  "retries, `Retry-After`, and deletions that are certain": {
    "client/sending/retry.ts": `import { sendWithinOrigin } from "./redirect.js";
      export const withRetries = (attempt: () => unknown) => attempt();
      export const safe = { follow: sendWithinOrigin }, certainDeletion = undefined;`,
  },
  "errors of unknown members and options": {
    "client/sending/arguments.ts": "export const problemOfClient = () => {}, problemOfCall = () => {};",
  },
  "redirects within the origin": {
    "client/sending/redirect.ts": `export const redirection = () => undefined;
      export const sendWithinOrigin = (request: Request, fetch: (request: Request) => unknown) => fetch(request);`,
  },
  "middleware of openapi-fetch": {
    "client/middleware.ts":
      "export const throughMiddleware = (request: Request, _: unknown, __: unknown, send: (one: Request) => unknown) => send(request);",
  },
  "time limits": {
    "client/sending/time-limit.ts": `export const atAbort = () => () => {}, unlessAborted = (promise: unknown) => promise;
      export const timeLimit = (_: number, signal = new AbortController().signal) => [signal, () => 1, () => {}];
      export const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));`,
  },
};

/** Bytes of a part of a page. */
export interface PartSize {
  title: string;
  bytes: number;
}

/** How many bytes less the page of all tasks has without each part, and the page without all of them. */
export async function partSizes(page: string): Promise<{ parts: PartSize[]; without: number }> {
  const code = operationsFile(await loadDocument(join(BENCH, "tasks/api.yaml")), resolve("src/client/index.ts"));
  const whole = await pageSize(page, code);
  const parts: PartSize[] = [];
  for (const [title, replaced] of Object.entries(PARTS))
    parts.push({ title, bytes: whole - (await pageSize(page, code, replaced)) });
  return { parts, without: await pageSize(page, code, Object.assign({}, ...Object.values(PARTS))) };
}
