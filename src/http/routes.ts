import { escapedPattern } from "#openapi/document/escaped-pattern.js";
import { percentDecoded } from "../openapi/document/percent-decoded.js";
import type { Operation } from "../openapi/operations/operation.js";
import { templateNames } from "../openapi/operations/template-names.js";

/** Recognizes the URLs of an operation. */
export interface Route {
  operation: Operation;
  pattern: RegExp;
  /** The values of the path parameters, percent-decoded; undefined if the URL belongs to another path. */
  valuesOf(url: Pick<URL, "origin" | "pathname">): Record<string, string> | undefined;
}

/**
 * The routes of operations in the order of trial: longer paths first, because a base URL may have any path,
 * and concrete paths before templated ones (Paths Object, OpenAPI 3.1, 4.8.8.2).
 *
 * @param baseUrl the base URL of the API; undefined for any
 */
export function routesOf(operations: readonly Operation[], baseUrl: string | undefined): Route[] {
  const base = baseUrl === undefined ? "[a-z]+://[^/]+(?:/.*)?" : escapedPattern(baseUrl.replace(/\/$/, ""));
  return operations
    .toSorted((one, other) => compare(one.path, other.path))
    .map((operation) => {
      const names = templateNames(operation.path);
      const path = operation.path
        .split(/\{[^{}]+\}/)
        .map(escapedPattern)
        .join("([^/]+)");
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
    });
}

function compare(left: string, right: string): number {
  const depth = (path: string) => path.split("/").length;
  // A brace sorts after letters, so that templated segments come last.
  return depth(right) - depth(left) || (left < right ? -1 : 1);
}
