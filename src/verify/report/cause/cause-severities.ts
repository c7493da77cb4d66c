import { withoutConsequences } from "../../causes/consequences.js";
import { groupsOf } from "../../causes/groups.js";
import type { Sighting } from "../../causes/sighting.js";
import type { Finding } from "../../model/finding/finding.js";
import { type ResolvedSeverity, resolveSeverity, type Severities, severityOf } from "../../model/finding/severity.js";
import { type CaseResult, findingsOf, type Outcome } from "../../model/test-case/outcome.js";

/**
 * The results with the severities that settings choose by causes. A finding moves to the failures, to the warnings, or to
 * those that are off. The consequences of a cause count no more than it does. An error has no finding, and stays one.
 */
export function withCauseSeverities(
  results: readonly CaseResult[],
  severities: Severities | undefined,
): readonly CaseResult[] {
  const chosen = severities?.causes ?? {};
  if (Object.keys(chosen).length === 0) return results;
  const resolved = new Map<Finding, ResolvedSeverity>();
  // The setting of a cause has precedence over one that switched its findings off.
  for (const group of withoutConsequences(groupsOf(results.map(withOff)))) {
    const cause = [...group.things, ...group.behaviors].find((thing) => Object.hasOwn(chosen, thing));
    if (cause === undefined) continue;
    const resolve = (sightings: readonly Sighting[]) => {
      for (const finding of findingsIn(sightings)) {
        const subject = { check: finding.check, rule: finding.rule, operation: finding.about.operation, cause };
        resolved.set(finding, resolveSeverity(severityOf(finding), subject, severities));
      }
    };
    resolve(group.sightings);
    if (chosen[cause] !== "failure") for (const consequence of group.consequences) resolve(consequence.sightings);
  }
  return resolved.size === 0 ? results : results.map((result) => moved(result, resolved));
}

function findingsIn(sightings: readonly Sighting[]): Finding[] {
  return sightings.flatMap(({ finding, implied }) => [...(finding ? [finding] : []), ...implied]);
}

/** A result whose findings that are off are where the evidence has them. */
function withOff(result: CaseResult): CaseResult {
  const { off = [] } = result;
  if (off.length === 0) return result;
  return moved(result, new Map(off.map((finding) => [finding, { severity: severityOf(finding) }])));
}

/** A result whose findings are where their severities want them. */
function moved(result: CaseResult, resolved: ReadonlyMap<Finding, ResolvedSeverity>): CaseResult {
  const { outcome, warnings, off = [] } = result;
  const placed = [
    ...findingsOf(outcome).map((finding) => placedBy(resolved, finding, "failure")),
    ...warnings.map((finding) => placedBy(resolved, finding, "warning")),
    ...off.map((finding) => placedBy(resolved, finding, "off")),
  ];
  const listOf = (wanted: ResolvedSeverity["severity"]) =>
    placed.flatMap(({ severity, finding }) => (severity === wanted ? [finding] : []));
  const { off: _, ...rest } = result;
  const nowOff = listOf("off");
  return {
    ...rest,
    outcome: withFindings(outcome, listOf("failure")),
    warnings: listOf("warning"),
    ...(nowOff.length > 0 ? { off: nowOff } : {}),
  };
}

/** A finding in the list that counts, with the setting that chose it. A warning breaks no requirement. */
function placedBy(
  resolved: ReadonlyMap<Finding, ResolvedSeverity>,
  finding: Finding,
  current: ResolvedSeverity["severity"],
): { severity: ResolvedSeverity["severity"]; finding: Finding } {
  const { severity, setting } = resolved.get(finding) ?? { severity: current };
  if (setting === undefined) return { severity, finding };
  const requirements = severity === "failure" ? finding.requirements : [];
  return { severity, finding: { ...finding, requirements, setting } };
}

function withFindings(outcome: Outcome, findings: readonly Finding[]): Outcome {
  if (outcome.verdict === "error") return { ...outcome, findings };
  const { statuses } = outcome;
  const duration = "duration" in outcome ? outcome.duration : 0;
  if (findings.length > 0) return { verdict: "failed", statuses, duration, findings };
  return outcome.verdict === "failed" ? { verdict: "passed", statuses, duration } : outcome;
}
