import { type Operation, writtenPath } from "#openapi/operations/operation.js";
import { commonFaults } from "../../causes/common-faults.js";
import { type ExplainedGroup, withoutConsequences } from "../../causes/consequences.js";
import { groupsOf } from "../../causes/groups.js";
import type { Sighting } from "../../causes/sighting.js";
import type { Cause, CauseExample } from "../../model/cause.js";
import type { Finding } from "../../model/finding/finding.js";
import { groupBy } from "../../model/group-by.js";
import type { CaseResult, Outcome } from "../../model/test-case/outcome.js";
import { kindOfBreach } from "../../rules/sentence.js";
import { visible } from "../redaction/sanitize.js";
import { operationsIn, type Routes } from "./cause-subject.js";
import { causeTitles, requirementsIn } from "./cause-title.js";

/** The causes of a run, and its test cases, in which each finding and each error names its cause. */
export interface AttributedResults {
  /** Failures first; then those that the most operations and test cases show. */
  causes: Cause[];
  cases: CaseResult[];
}

/**
 * Finds the causes of all findings and errors.
 *
 * @param operations of the document: a finding may be about one that has no test case (default: none)
 */
export function withCauses(
  results: readonly CaseResult[],
  operations: readonly Pick<Operation, "id" | "method" | "path" | "writtenPath">[] = [],
): AttributedResults {
  const routes: Routes = new Map([
    ...operations.map(
      (operation) =>
        [visible(operation.id), `${operation.method.toUpperCase()} ${visible(writtenPath(operation))}`] as const,
    ),
    ...results.map(({ operation, method, path }) => [operation, `${method.toUpperCase()} ${path}`] as const),
  ]);
  const ids = new Map<Finding | Outcome, string>();
  const causes = withoutConsequences(groupsOf(results)).map((group) => {
    const cause = causeOf(group, routes);
    for (const { sightings } of [group, ...group.consequences]) {
      for (const { finding, error, implied } of sightings) {
        for (const item of [...(finding ? [finding] : []), ...(error ? [error] : []), ...implied])
          ids.set(item, cause.id);
      }
    }
    return cause;
  });
  const rank = ({ severity }: Cause) => (severity === "failure" ? 0 : 1);
  return {
    causes: causes.toSorted(
      (left, right) =>
        rank(left) - rank(right) ||
        right.operations.length - left.operations.length ||
        right.cases.length - left.cases.length,
    ),
    cases: results.map((result) => attributed(result, ids)),
  };
}

/** The causes of a severity that count. */
export function countingIn(causes: readonly Cause[], severity: Cause["severity"]): Cause[] {
  return causes.filter((cause) => cause.severity === severity && cause.known?.state !== "accepted");
}

function attributed(result: CaseResult, ids: ReadonlyMap<Finding | Outcome, string>): CaseResult {
  const { outcome, warnings } = result;
  const withCause = <Item extends Finding | Outcome>(item: Item): Item => {
    const cause = ids.get(item);
    return cause === undefined ? item : { ...item, cause };
  };
  if (warnings.length === 0 && !("findings" in outcome)) return result;
  const own = withCause(outcome);
  const findings = "findings" in own ? { findings: own.findings.map(withCause) } : {};
  return { ...result, outcome: { ...own, ...findings }, warnings: warnings.map(withCause) };
}

function causeOf({ things, behaviors, sightings, consequences }: ExplainedGroup, routes: Routes): Cause {
  const example = simplest(sightings);
  const { severity, finding, error } = example;
  const { title, titleWithoutValues } = causeTitles(example, sightings, routes);
  const cases = new Set(sightings.map(({ result }) => result.name));
  const further = consequences.flatMap((group) => group.sightings.map(({ result }) => result.name));
  return {
    id: things[0] ?? "",
    things: [...things, ...behaviors],
    severity,
    check: finding?.check ?? (error?.silent === undefined ? "error" : "no-response"),
    rules: [...new Set(sightings.flatMap((sighting) => sighting.finding?.rule ?? []))],
    basis: finding?.basis ?? "stated",
    ...(titleWithoutValues === title ? { title } : { title, titleWithoutValues }),
    requirements: requirementsIn(sightings),
    operations: operationsIn(sightings),
    cases: [...cases],
    consequences: [...new Set(further)].filter((name) => !cases.has(name)),
    example: exampleOf(example),
  };
}

/**
 * The sighting with the shortest request, of those that say what most of them say. An exploration finds again what other
 * test cases find by simpler requests. A request that was not sent shows nothing.
 */
function simplest(sightings: readonly Sighting[]): Sighting {
  const length = ({ result, finding, error }: Sighting) =>
    (finding?.reproduce ?? error?.reproduce ?? "").length +
    (result.suite === "exploration" || error?.isSent === false ? 10_000 : 0);
  const common = commonFaults(sightings);
  const telling = sightings.filter(({ finding }) => common.includes(finding?.about.fault?.what ?? ""));
  const [most = sightings] = [
    ...groupBy(telling.length > 0 ? telling : sightings, ({ finding }) =>
      finding ? kindOfBreach(finding) : "",
    ).values(),
  ].toSorted((left, right) => right.length - left.length);
  return most.reduce((best, sighting) => (length(sighting) < length(best) ? sighting : best));
}

/** A sighting as the example of its cause. */
export function exampleOf({ result, finding, error }: Pick<Sighting, "result" | "finding" | "error">): CauseExample {
  const { name, method, path } = result;
  const facts = { case: name, method, path };
  if (!finding) return { ...facts, message: error?.reason ?? "", reproduce: error?.reproduce, stack: error?.stack };
  const { message, place, expected, received, assumes, reproduce, about } = finding;
  return { ...facts, message, place, expected, received, assumes, reproduce, says: about.says };
}
