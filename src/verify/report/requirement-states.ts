import type { Requirement } from "#openapi/document/requirements.js";
import { settingPath, skipText } from "../model/test-case/need.js";
import { type CaseResult, findingsOf, skippedOf, tolerated } from "../model/test-case/outcome.js";

/** The state of a requirement after a run. */
export interface RequirementState extends Requirement {
  state: "verified" | "failed" | "not verified";
  /** Why it is not verified, or why it does not fail the run. */
  reason: string | undefined;
}

/**
 * The requirements that a run reports. They are all, those that its selection names, or those that its test cases cover.
 * Those of selected operations alone are reported too, and so are requirements that findings break.
 */
export function selectedRequirements(
  requirements: readonly Requirement[],
  results: readonly CaseResult[],
  only: readonly string[],
): readonly Requirement[] {
  if (only.length === 0) return requirements;
  const ids = new Set(requirements.map(({ id }) => id));
  const isNamed = only.every((text) => ids.has(text));
  const broken = results.flatMap(({ outcome }) => findingsOf(outcome).flatMap((finding) => finding.requirements));
  const doubted = results.flatMap(({ warnings }) => warnings.flatMap(({ doubts = [] }) => doubts));
  const own = requirements.filter(({ operations }) => operations.every((id) => only.includes(id))).map(({ id }) => id);
  const reported = new Set([
    ...broken,
    ...doubted,
    ...own,
    ...(isNamed ? only : results.flatMap(({ covers }) => covers)),
  ]);
  return requirements.filter(({ id }) => reported.has(id));
}

/**
 * The state of each requirement. It is failed if a finding names it. It is verified if a test case that covers it passed for
 * every operation that it concerns. A failure that a setting tolerates does not verify it, and a warning about it may be right.
 */
export function requirementStates(
  requirements: readonly Requirement[],
  results: readonly CaseResult[],
): RequirementState[] {
  return requirements.map((requirement): RequirementState => {
    const broken = results.flatMap(({ outcome }) =>
      findingsOf(outcome).filter(({ requirements: ids }) => ids.includes(requirement.id)),
    );
    if (broken.length > 0) {
      const isKnown = broken.every((finding) => finding.isKnown);
      return { ...requirement, state: "failed", reason: isKnown ? "the cause is known" : undefined };
    }
    const covering = results.filter(({ covers }) => covers.includes(requirement.id));
    // A test case may belong to one operation and cover a requirement on others too. A list of added items does.
    const uncovered = requirement.operations.filter((operation) => {
      const own = covering.filter((result) => result.operation === operation);
      return !(own.length > 0 ? own : covering).some(isProof);
    });
    if (uncovered.length === 0) {
      const doubt = results.flatMap(({ warnings }) => warnings).find(({ doubts }) => doubts?.includes(requirement.id));
      if (!doubt) return { ...requirement, state: "verified", reason: undefined };
      return { ...requirement, state: "not verified", reason: `a warning casts doubt on it: ${doubt.message}` };
    }
    const [skipped] = skippedOf(covering);
    const where = uncovered.length < requirement.operations.length ? `${uncovered.join(", ")}: ` : "";
    return {
      ...requirement,
      state: "not verified",
      reason: `${where}${toleratedReason(covering) ?? (skipped ? skipText(skipped) : "no test case of this run covers it")}`,
    };
  });
}

function isProof(result: CaseResult): boolean {
  return result.outcome.verdict === "passed" && tolerated(result).length === 0;
}

/** The setting because of which a test case passed that had failed without it; undefined if none did. */
function toleratedReason(covering: readonly CaseResult[]): string | undefined {
  const [setting] = covering
    .filter(({ outcome }) => outcome.verdict === "passed")
    .flatMap((result) => tolerated(result).flatMap((finding) => (finding.setting ? [finding.setting] : [])));
  return setting && `a failure does not count (${settingPath(...setting)})`;
}
