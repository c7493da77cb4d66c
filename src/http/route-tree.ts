import { percentDecoded } from "../openapi/document/percent-decoded.js";
import { writtenPath } from "../openapi/operations/operation.js";
import type { Route, RouteMatch } from "./routes.js";

/** The routes below a part of a path. */
interface Branch {
  literals: Map<string, Branch>;
  /** The next segment has a parameter. */
  templated: Branch | undefined;
  /** The routes that end here, by their place in the order of trial. */
  ends: { order: number; route: Route }[];
}

/**
 * Finds the routes that a path belongs to, in their order. It does not try each route of a large document. The routes have
 * no base URL.
 */
export function routeTree(routes: readonly Route[]): (pathname: string) => RouteMatch[] {
  const root = newBranch();
  for (const [order, route] of routes.entries()) {
    let branch = root;
    for (const segment of writtenPath(route.operation).split("/")) branch = branchFor(branch, segment);
    branch.ends.push({ order, route });
  }
  return (pathname) => {
    let branches = [root];
    for (const part of pathname.split("/")) {
      const segment = percentDecoded(part);
      const next: Branch[] = [];
      for (const { literals, templated } of branches) {
        const literal = literals.get(segment);
        if (literal) next.push(literal);
        if (templated) next.push(templated);
      }
      branches = next;
    }
    return branches
      .flatMap(({ ends }) => ends)
      .sort((one, other) => one.order - other.order)
      .flatMap(({ route }) => {
        const path = route.valuesOf({ origin: "", pathname });
        return path ? [{ route, operation: route.operation, path }] : [];
      });
  };
}

function newBranch(): Branch {
  return { literals: new Map(), templated: undefined, ends: [] };
}

function branchFor(branch: Branch, segment: string): Branch {
  if (/\{[^{}]+\}/.test(segment)) {
    branch.templated ??= newBranch();
    return branch.templated;
  }
  const literal = percentDecoded(segment);
  const present = branch.literals.get(literal) ?? newBranch();
  branch.literals.set(literal, present);
  return present;
}
