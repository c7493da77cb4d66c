import { namesIn, pathKey, resourcePaths } from "#statements/resources/path-parameters.js";
import type { ShownValue } from "#verify/model/test-case/case-context.js";
import { mayBeShared } from "#verify/requests/shared-values.js";
import type { RunContext } from "../run/run-context.js";

/** The values of path parameters that lead to a resource together. */
export type ParentValues = Readonly<Record<string, ShownValue>>;

/**
 * The resources that responses showed, and that a path parameter of an operation may name. Each has the values of the
 * parameters before it, too. Empty for a parameter that names what the operation changes: the team has to give that.
 */
export function listedParents(
  { contract, shown }: Pick<RunContext, "contract" | "shown">,
  id: string,
  name: string,
): ParentValues[] {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  const parameter = operation?.parameters.find((candidate) => candidate.in === "path" && candidate.name === name);
  if (!operation || !parameter || !mayBeShared(contract, operation, parameter)) return [];
  const names = namesIn(operation.path);
  const path = resourcePaths(operation.path).find((candidate) => namesIn(candidate).includes(name));
  if (path === undefined) return [];
  // The first ones were listed, and later ones may be of the run.
  const paths = shown.pathsOf(pathKey(path)).toReversed();
  const leading = names.slice(0, names.indexOf(name) + 1);
  return paths.map(({ values }) =>
    Object.fromEntries(
      leading.flatMap((parent, index) => {
        const value = values[index];
        return value === undefined ? [] : [[parent, value]];
      }),
    ),
  );
}
