import { httpForHttps } from "../cli/http-for-https.js";
import type { OpenApiDocument } from "../openapi/document/document.js";
import { firstServer } from "../openapi/document/first-server.js";
import type { Operation } from "../openapi/operations/operation.js";
import { operationsOf } from "../openapi/operations/operations.js";
import { choosesEffect, speaksOfEffect } from "../statements/dangers/read-effects.js";

/** Milliseconds within which a server responds. */
const TIME_LIMIT = 5000;

/** The facts that one read of a server shows. */
export interface Answer {
  /** The address under which it has the operation. */
  baseUrl: string;
  /** Whether it responded without a key, although the document requires one. */
  isOpen: boolean;
  /** The response of the server, for people. */
  line: string;
}

/** A response, or the reason why there is none. */
type Outcome = { status: number; isHtml: boolean } | string;

/**
 * Asks a server without a key. The GET needs no values, and its name does not speak of an effect. The address may lack the
 * path of the document's first server. A 401 does not show that it has it, because servers ask for keys at any path. In
 * both cases, the address with that path is asked too.
 */
export async function askServer(document: OpenApiDocument, baseUrl: string): Promise<Answer> {
  const operation = plainRead(document);
  const path = operation?.path ?? "";
  const request = `GET ${path || "/"}`;
  const first = await outcomeOf(baseUrl + path);
  if (typeof first === "string") {
    return { baseUrl, isOpen: false, line: `${baseUrl} did not respond: ${first}. Start the server before the run.` };
  }
  const isOpen = operation !== undefined && operation.security.length > 0 && !operation.security.some(isEmpty);
  const isFound = hasOperation(first);
  const isBare = new URL(baseUrl).pathname === "/";
  if (isFound && !(isBare && asksForKey(first))) return answered(baseUrl, request, first.status, isOpen);
  const other = addressWithPath(document, baseUrl);
  const second = other === undefined ? first : await outcomeOf(other + path);
  if (other !== undefined && typeof second !== "string" && hasOperation(second)) {
    const { line, ...answer } = answered(other, request, second.status, isOpen);
    return { ...answer, line: `${line} baseUrl has the path of the document's server: ${new URL(other).pathname}` };
  }
  if (isFound) return answered(baseUrl, request, first.status, isOpen);
  const what = first.isHtml ? `${first.status} and a page of HTML` : "404";
  return {
    ...{ baseUrl, isOpen: false },
    line: `${request} responded with ${what}. Check that ${baseUrl} is the address of the API, with its base path.`,
  };
}

function hasOperation({ status, isHtml }: Exclude<Outcome, string>): boolean {
  return status !== 404 && !isHtml;
}

function asksForKey({ status }: Pick<Exclude<Outcome, string>, "status">): boolean {
  return status === 401 || status === 403;
}

function answered(baseUrl: string, request: string, status: number, requiresKey: boolean): Answer {
  const isSuccess = status >= 200 && status < 300;
  const isOpen = requiresKey && isSuccess;
  const what = isOpen ? ", without a key" : asksForKey({ status }) ? ": it asks for a key" : "";
  return { baseUrl, isOpen, line: `${request} responded with ${status}${what}.` };
}

/** The first such GET that requires a key, or else the first one. */
function plainRead(document: OpenApiDocument): Operation | undefined {
  const reads = operationsOf(document).filter(
    (operation) =>
      operation.method === "get" &&
      !operation.path.includes("{") &&
      !operation.parameters.some((parameter) => parameter.required || choosesEffect(parameter)) &&
      !speaksOfEffect(operation),
  );
  return reads.find(({ security }) => security.length > 0) ?? reads[0];
}

const isEmpty = (schemes: readonly string[]) => schemes.length === 0;

/** The address with the path of the document's first server; undefined if it has that path, or there is none. */
function addressWithPath(document: OpenApiDocument, baseUrl: string): string | undefined {
  const server = firstServer(document);
  if (!URL.canParse(server, baseUrl)) return undefined;
  const path = new URL(server, baseUrl).pathname.replace(/\/+$/, "");
  return path === "" || baseUrl.endsWith(path) ? undefined : baseUrl + path;
}

async function outcomeOf(url: string): Promise<Outcome> {
  try {
    const headers = { Accept: "application/json, */*;q=0.1" };
    const response = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(TIME_LIMIT) });
    await response.body?.cancel();
    return { status: response.status, isHtml: /^text\/html\b/i.test(response.headers.get("content-type") ?? "") };
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error instanceof Error ? error : new Error(String(error));
  if (name === "TimeoutError") return `it took longer than ${TIME_LIMIT / 1000} s`;
  const reason = cause instanceof Error && cause.message !== "" ? cause.message : message;
  return httpForHttps(reason) ?? reason;
}
