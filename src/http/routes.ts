import { escapedPattern } from "#openapi/patterns/escaped-pattern.js";
import { percentDecoded } from "../openapi/document/percent-decoded.js";
import { type Operation, writtenPath } from "../openapi/operations/operation.js";
import { baseOf } from "../openapi/operations/own-server.js";
import { templateNames } from "../openapi/operations/template-names.js";

/** The part of an address that a route reads. */
type Address = Pick<URL, "origin" | "pathname">;

/** Recognizes the URLs of an operation. */
export interface Route {
  operation: Operation;
  /** Matches the URLs of the operation, and those of others whose paths fit better. */
  pattern: RegExp;
  /** The values of the path parameters, percent-decoded; undefined if the URL belongs to another path. */
  valuesOf(url: Address): Record<string, string> | undefined;
}

/** The operation of a request, and the values of its path parameters. */
export interface RouteMatch {
  route: Route;
  operation: Operation;
  path: Record<string, string>;
}

/**
 * The routes of operations in the order of trial. Longer paths come first, because a base URL may have any path. Concrete
 * paths come before templated ones (Paths Object, OpenAPI 3.1, 4.8.8.2). Of two templated segments, the one with the longer
 * literal part comes first: `{id}:cancel` before `{id}`. The names of parameters do not decide.
 *
 * @param baseUrl the base URL of the API; undefined for any
 */
export function routesOf(operations: readonly Operation[], baseUrl: string | undefined): Route[] {
  const base = (operation: Operation) => {
    if (baseUrl === undefined) return "[a-z]+://[^/]+(?:/.*)?";
    const given = baseUrl.replace(/\/$/, "");
    // A client may also send all operations to one server.
    const bases = new Set([given, baseOf(operation.server, given)]);
    return `(?:${[...bases].map(escapedPattern).join("|")})`;
  };
  return operations
    .toSorted((one, other) => compare(writtenPath(one), writtenPath(other)))
    .map((operation) => routeOf(operation, base(operation)));
}

/**
 * The route of a request: the first one that fits and has the method. A path without the method does not end the search.
 * DELETE for `/pets/mine` belongs to `/pets/{id}` where `/pets/mine` has GET only.
 *
 * @param routes in the order of `routesOf`
 */
export function findRoute(routes: readonly Route[], method: string, url: Address): RouteMatch | undefined {
  return firstWithMethod(matchesOf(routes, url), method);
}

/** The first match with a method, as `findRoute` chooses it. @param matches in the order of `routesOf` */
export function firstWithMethod(matches: Iterable<RouteMatch>, method: string): RouteMatch | undefined {
  let depth: number | undefined;
  for (const match of matches) {
    const { operation } = match;
    const ownDepth = depthOf(writtenPath(operation));
    // With any base URL, a shorter path would fit the end of a longer one.
    if (depth !== undefined && ownDepth !== depth) return undefined;
    if (operation.method === method.toLowerCase()) return match;
    depth = ownDepth;
  }
  return undefined;
}

function* matchesOf(routes: readonly Route[], url: Address): Generator<RouteMatch> {
  for (const route of routes) {
    const path = route.valuesOf(url);
    if (path) yield { route, operation: route.operation, path };
  }
}

function routeOf(operation: Operation, base: string): Route {
  const names = templateNames(writtenPath(operation));
  const path = literalsOf(writtenPath(operation)).map(encodedPattern).join("([^/]+)");
  const pattern = new RegExp(`^${base}${path}$`);
  return {
    operation,
    pattern,
    valuesOf({ origin, pathname }) {
      const match = pattern.exec(origin + pathname);
      return match
        ? Object.fromEntries(names.map((name, index) => [name, percentDecoded(match[index + 1] ?? "")]))
        : undefined;
    },
  };
}

function literalsOf(path: string): string[] {
  return path.split(/\{[^{}]+\}/);
}

/**
 * A pattern for a literal part of a path, as it is and percent-encoded. A document may have either. Clients encode the
 * characters that a URI does not have (RFC 3987, 3.1), and may encode any other (RFC 3986, 6.2.2.2).
 */
function encodedPattern(literal: string): string {
  return [...normalizedLiteral(literal)]
    .map((character) => {
      if (character === "/") return character;
      const encoded = [...new TextEncoder().encode(character)].map((byte) => {
        const [high = "", low = ""] = byte.toString(16).padStart(2, "0");
        return `%${anyCase(high)}${anyCase(low)}`;
      });
      return `(?:${escapedPattern(character)}|${encoded.join("")})`;
    })
    .join("");
}

/** A literal part of a path, decoded. An encoded slash does not separate segments. */
function normalizedLiteral(literal: string): string {
  return literal
    .split(/(%2f)/i)
    .map((part) => (/^%2f$/i.test(part) ? part : percentDecoded(part)))
    .join("");
}

function anyCase(digit: string): string {
  return /[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit;
}

function depthOf(path: string): number {
  return path.split("/").length;
}

function compare(left: string, right: string): number {
  const deeper = depthOf(right) - depthOf(left);
  if (deeper !== 0) return deeper;
  const segments = right.split("/");
  for (const [index, segment] of left.split("/").entries()) {
    const order = compareSegments(segment, segments[index] ?? "");
    if (order !== 0) return order;
  }
  return 0;
}

/** Concrete segments come first, and templated ones by the length of their literal parts. */
function compareSegments(left: string, right: string): number {
  const freedom = (segment: string) => templateNames(segment).length;
  const literal = (segment: string) => literalsOf(segment).join("").length;
  const isFree = Math.min(1, freedom(left)) - Math.min(1, freedom(right));
  if (isFree !== 0 || freedom(left) === 0) return isFree;
  return literal(right) - literal(left) || freedom(left) - freedom(right);
}
