import { type ExplainedGroup, withoutConsequences } from "../causes/consequences.js";
import { groupsOf } from "../causes/groups.js";
import type { Sighting } from "../causes/sighting.js";
import type { Cause, CauseExample } from "../model/cause.js";
import type { CaseResult } from "../model/test-case/outcome.js";
import { causeTitle, operationsIn, type Routes } from "./cause-title.js";

/** The causes of all findings: failures first; then those that the most operations and test cases show. */
export function causesOf(results: readonly CaseResult[]): Cause[] {
  const routes: Routes = new Map(
    results.map(({ operation, method, path }) => [operation, `${method.toUpperCase()} ${path}`]),
  );
  const causes = withoutConsequences(groupsOf(results)).map((group) => causeOf(group, routes));
  const rank = ({ severity }: Cause) => (severity === "failure" ? 0 : 1);
  return causes.toSorted(
    (left, right) =>
      rank(left) - rank(right) ||
      right.operations.length - left.operations.length ||
      right.cases.length - left.cases.length,
  );
}

function causeOf({ things, sightings, consequences }: ExplainedGroup, routes: Routes): Cause {
  const example = simplest(sightings);
  const { severity, finding, error } = example;
  const cases = [...new Set(sightings.map(({ result }) => result.name))];
  const further = consequences.flatMap((group) => group.sightings.map(({ result }) => result.name));
  return {
    id: things[0] ?? "",
    things,
    severity,
    check: finding?.check ?? (error?.silent === undefined ? "error" : "no-response"),
    basis: finding?.basis ?? "stated",
    title: causeTitle(example, sightings, routes),
    requirements: [...new Set(sightings.flatMap((sighting) => sighting.finding?.requirements ?? []))],
    operations: operationsIn(sightings),
    cases,
    consequences: [...new Set(further)].filter((name) => !cases.includes(name)),
    example: exampleOf(example),
  };
}

/** The sighting with the shortest request. An exploration finds again what other test cases find by simpler ones. */
function simplest(sightings: readonly Sighting[]): Sighting {
  const length = ({ result, finding, error }: Sighting) =>
    (finding?.reproduce ?? error?.reproduce ?? "").length + (result.suite === "exploration" ? 10_000 : 0);
  return sightings.reduce((best, sighting) => (length(sighting) < length(best) ? sighting : best));
}

function exampleOf({ result, finding, error }: Sighting): CauseExample {
  const { name, method, path } = result;
  const facts = { case: name, method, path };
  if (!finding) return { ...facts, message: error?.reason ?? "", reproduce: error?.reproduce, stack: error?.stack };
  const { message, place, expected, received, assumes, reproduce, about } = finding;
  return { ...facts, message, place, expected, received, assumes, reproduce, says: about.says };
}
