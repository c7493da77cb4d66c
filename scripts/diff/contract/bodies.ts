import type { Direction } from "#openapi/direction/absent-properties.js";
import { asObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { DocumentedResponse, Operation, RequestBody, ResponseHeader } from "#openapi/operations/operation.js";
import { BREAKS_EVERYBODY, NARROWED, WIDENED } from "../difference.js";
import { compareContent } from "./content.js";
import type { ContractPair, Owner } from "./contract-pair.js";

/** Compares the request bodies of two operations. */
export function compareRequestBodies(pair: ContractPair, was: Operation, is: Operation, direction: Direction): void {
  const owner: Owner = { operation: was.id, direction };
  const [before, after] = [was.requestBody, is.requestBody];
  if (before && after) compareBodies(pair, owner, before, after);
  else if (before)
    pair.add(owner, "body-removed", before.pointer, "The request body was removed.", { breaks: BREAKS_EVERYBODY });
  else if (after) {
    const values = after.required
      ? ({ breaks: NARROWED, otherwise: "minor" } as const)
      : ({ otherwise: "minor" } as const);
    pair.add(owner, "body-added", after.pointer, `New ${after.required ? "required " : ""}request body.`, values);
  }
}

function compareBodies(pair: ContractPair, owner: Owner, was: RequestBody, is: RequestBody): void {
  if (was.required !== is.required) {
    const verb = is.required ? "became required" : "is no longer required";
    pair.add(owner, "required", was.pointer, `The request body ${verb}.`, is.required ? { breaks: NARROWED } : {});
  }
  compareContent(pair, owner, was.content, is.content);
  described(pair, owner, was, is);
}

function described(pair: ContractPair, owner: Owner, was: { pointer: string }, is: { pointer: string }): void {
  const node = (document: typeof pair.base, { pointer }: { pointer: string }) => ({
    node: asObject(valueAt(document, pointer)),
    pointer,
  });
  pair.annotations(owner.operation, node(pair.base, was), node(pair.revision, is), ["description", "deprecated"]);
}

/**
 * Compares the responses of two operations. An error that does not occur any more breaks no caller, and a new one is an
 * addition. A success is what callers rely on.
 */
export function compareResponses(pair: ContractPair, was: Operation, is: Operation, direction: Direction): void {
  const owner: Owner = { operation: was.id, direction };
  const removed = was.responses.filter(({ status }) => !is.responses.some((response) => response.status === status));
  const added = is.responses.filter(({ status }) => !was.responses.some((response) => response.status === status));
  for (const response of was.responses) {
    const now = is.responses.find(({ status }) => status === response.status);
    if (now) compareResponse(pair, owner, response, now);
  }
  const paired = new Set<DocumentedResponse>();
  for (const response of removed) {
    const now =
      coveredBy(response, is.responses) ??
      added.find((other) => isSuccess(other) && isSuccess(response) && !paired.has(other));
    if (now && added.includes(now)) paired.add(now);
    removeResponse(pair, owner, response, now);
  }
  for (const { status, pointer } of added.filter((response) => !paired.has(response))) {
    pair.add(owner, "response-added", pointer, `New response: \`${status}\`.`, { otherwise: "minor" });
  }
}

function removeResponse(
  pair: ContractPair,
  owner: Owner,
  was: DocumentedResponse,
  is: DocumentedResponse | undefined,
): void {
  const { status, pointer } = was;
  if (is && covers(is.status, status)) {
    pair.add(owner, "response-covered", pointer, `The response \`${status}\` is covered by \`${is.status}\` now.`);
    compareResponse(pair, owner, was, is);
  } else if (is) {
    const values = { breaks: BREAKS_EVERYBODY, old: status, new: is.status };
    pair.add(owner, "response-changed", pointer, `The response \`${status}\` became \`${is.status}\`.`, values);
  } else {
    const values = isSuccess(was) ? { breaks: BREAKS_EVERYBODY } : {};
    pair.add(owner, "response-removed", pointer, `The response \`${status}\` was removed.`, values);
  }
}

function isSuccess({ status }: DocumentedResponse): boolean {
  return status.startsWith("2");
}

function covers(range: string, status: string): boolean {
  return range.endsWith("XX") && range[0] === status[0];
}

/** The range that includes a status. `default` stands for errors as a rule, so it does not replace a documented status. */
function coveredBy(
  { status }: DocumentedResponse,
  responses: readonly DocumentedResponse[],
): DocumentedResponse | undefined {
  return responses.find((response) => covers(response.status, status));
}

function compareResponse(pair: ContractPair, owner: Owner, was: DocumentedResponse, is: DocumentedResponse): void {
  if (was.content.length > 0 && is.content.length === 0) {
    const message = `The response \`${was.status}\` no longer has content.`;
    pair.add(owner, "content-removed", was.pointer, message, { breaks: BREAKS_EVERYBODY });
  } else compareContent(pair, owner, was.content, is.content);
  compareHeaders(pair, owner, was.headers, is.headers);
  if (was.status === is.status) described(pair, owner, was, is);
}

function compareHeaders(
  pair: ContractPair,
  owner: Owner,
  was: readonly ResponseHeader[],
  is: readonly ResponseHeader[],
): void {
  const same = (one: ResponseHeader) => (other: ResponseHeader) => other.name.toLowerCase() === one.name.toLowerCase();
  for (const header of was) {
    const now = is.find(same(header));
    if (!now)
      pair.add(owner, "header-removed", header.pointer, `The header \`${header.name}\` was removed.`, {
        breaks: BREAKS_EVERYBODY,
      });
    else {
      if (header.required !== now.required) {
        const verb = now.required ? "is always sent" : "may be missing";
        const values = now.required ? {} : { breaks: WIDENED };
        pair.add(owner, "required", header.pointer, `The header \`${header.name}\` ${verb} now.`, values);
      }
      pair.schemas(owner, header.schemaPointer, now.schemaPointer, true);
      described(pair, owner, header, now);
    }
  }
  for (const header of is) {
    if (was.some(same(header))) continue;
    pair.add(owner, "header-added", header.pointer, `New header: \`${header.name}\`.`, { otherwise: "minor" });
  }
}
