import { routesOf } from "#http/routes.js";
import { asList, asObject } from "#openapi/document/document.js";
import { type Operation, writtenPath } from "#openapi/operations/operation.js";
import type { Contract } from "../model/contract.js";
import type { Exchange } from "../model/request/exchange.js";
import { FROM_RESPONSE, type ParameterValue, type RequestSpec } from "../model/request/request-spec.js";

/**
 * Where an address leads. It is an operation of the document, a place of the target that it lacks, or another server.
 */
export type Destination =
  | { kind: "operation"; request: RequestSpec }
  | { kind: "undocumented" }
  | { kind: "elsewhere" };

/**
 * Reads an address in a response, such as that of `Location`. It may be relative to the request (RFC 9110, 10.2.2), and have
 * the host of the target or one of the document.
 */
export function destinationOf(contract: Contract, exchange: Exchange, address: string): Destination {
  if (!URL.canParse(address, exchange.request.url)) return { kind: "undocumented" };
  const url = new URL(address, exchange.request.url);
  const bases = basesOf(contract, exchange);
  if (bases.every((base) => new URL(base).origin !== url.origin)) return { kind: "elsewhere" };
  for (const base of bases) {
    for (const { operation, valuesOf } of routesOf(readsOf(contract), base)) {
      const values = valuesOf(url);
      const parameters = values && parametersFrom(operation, values, url.searchParams);
      if (parameters) return { kind: "operation", request: { operation, parameters } };
    }
  }
  return { kind: "undocumented" };
}

/**
 * The base URLs of the target. They are that of the request, and those that the document names (Server Object, OpenAPI 3.1,
 * 4.8.5).
 */
function basesOf(contract: Contract, { operation: id, request }: Exchange): string[] {
  const operation = contract.operations.find((known) => known.id === id);
  const segments = operation ? writtenPath(operation).split("/").length - 1 : 0;
  const { origin, pathname } = new URL(request.url);
  const own =
    origin +
    pathname
      .split("/")
      .slice(0, -segments || undefined)
      .join("/");
  const servers = asList(contract.document.servers).map((server) => String(asObject(server).url));
  return [own, ...servers.filter((url) => URL.canParse(url))];
}

function readsOf({ operations }: Contract): Operation[] {
  return operations.filter(({ method }) => method === "get");
}

/** The values of an address; undefined if it lacks a required one. */
function parametersFrom(
  operation: Operation,
  path: Readonly<Record<string, string>>,
  query: URLSearchParams,
): ParameterValue[] | undefined {
  const given = operation.parameters.flatMap((parameter): ParameterValue[] => {
    const { name, in: place } = parameter;
    const value = place === "path" ? path[name] : place === "query" ? query.get(name) : undefined;
    return value === undefined || value === null ? [] : [{ parameter, value, source: FROM_RESPONSE }];
  });
  const isComplete = operation.parameters.every(
    (parameter) => !parameter.required || given.some((value) => value.parameter === parameter),
  );
  return isComplete ? given : undefined;
}
