import { parentOf } from "../../src/openapi/document/pointer.js";
import { type LintProblem, UNREADABLE } from "./problem.js";

/** Our rule about a security scheme that does not exist, which `security-defined` reports as well. */
const SCHEME_EXISTS = "contract/security-scheme-exists";
const REFERENCE_RESOLVES = "contract/reference-resolves";
const EXTENSIONS_FIT = "contract/extensions-fit";
const REQUIREMENT = "contract/requirement-per-operation";
const PATH_PARAMETERS = "path-parameters-defined";

/**
 * Rules by the turn in which their problems are reported. A wrong reference breaks the structure, and that breaks examples
 * too. These break their readers.
 */
const TURNS: readonly (readonly string[])[] = [
  ["contract/reference-fits"],
  [UNREADABLE, "struct", REFERENCE_RESOLVES, "security-defined", SCHEME_EXISTS, PATH_PARAMETERS],
  [
    "operation-operationId-unique",
    "no-required-schema-properties-undefined",
    "contract/bounds-agree",
    "contract/example-read",
    "contract/name-as-meant",
  ],
  ["contract/paired-example-keys"],
  // Every rule that is not listed.
  [],
  ["contract/condition-met", "contract/field-in-example", "contract/file-used", "no-unused-components"],
  [EXTENSIONS_FIT, "contract/link-resolves"],
  ["contract/paging-described"],
];
const OTHERS = TURNS.findIndex((rules) => rules.length === 0);

const UNEXPECTED = /^Property `.+` is not expected here/;
const LACKING = /must be present on this level|^Must contain at least one of the following fields/;
const UNUSED_IN_PATH = /^Path parameter `.+` is not used in the path `(.+)`/;
const MISSING_IN_PATH = /does not define the path parameter .* expected by path `(.+)`/;

/**
 * Leaves out the problems of a document that another mistake may cause, so that one mistake is one problem. They are
 * reported when that mistake is corrected, if they are still there.
 */
export function withoutConsequences(problems: readonly LintProblem[]): LintProblem[] {
  const turnOf = ({ ruleId }: LintProblem) => {
    const turn = TURNS.findIndex((rules) => rules.includes(ruleId));
    return turn < 0 ? OTHERS : turn;
  };
  const placeOf = ({ file, pointer }: LintProblem) => `${file} ${pointer}`;
  const missing = new Set(problems.filter(({ ruleId }) => ruleId === SCHEME_EXISTS).map(placeOf));
  const isTwin = (problem: LintProblem) => problem.ruleId === "security-defined" && missing.has(placeOf(problem));
  // A reference that leads nowhere may be to the parameter of the path.
  const hasLostParameter = ({ ruleId, file }: LintProblem) =>
    ruleId === PATH_PARAMETERS && problems.some((other) => other.file === file && isLostParameter(other));
  // A parameter with another name than the path's is one that is not used, and one that is missing.
  const unused = new Set(problems.flatMap(({ message }) => UNUSED_IN_PATH.exec(message)?.[1] ?? []));
  const isOtherName = ({ message }: LintProblem) => unused.has(MISSING_IN_PATH.exec(message)?.[1] ?? "");
  // A name that is not expected may be the one that is missing beside it.
  const misspelt = new Set(
    problems.flatMap(({ file, pointer = "", message }) =>
      UNEXPECTED.test(message) ? [`${file} ${parentOf(pointer)}`] : [],
    ),
  );
  const isMissingBeside = (problem: LintProblem) => LACKING.test(problem.message) && misspelt.has(placeOf(problem));
  // An operation that is renamed by mistake is the one that a requirement no longer finds.
  const isRenamed = ({ ruleId }: LintProblem) => ruleId === REQUIREMENT && problems.some(isLostOperation);
  const isConsequence = [isTwin, hasLostParameter, isOtherName, isMissingBeside, isRenamed];
  const causes = problems.filter((each) => !isConsequence.some((hides) => hides(each)));
  const isUnlisted = ({ ruleId }: LintProblem) => ruleId === REQUIREMENT;
  const turns = causes.filter((each) => each.severity === "error" && !isUnlisted(each)).map(turnOf);
  const first = Math.min(...turns);
  // A list of requirements that lacks an operation is a mistake of its own, whatever is wrong in its examples.
  const kept = causes.filter((each) => (isUnlisted(each) ? first >= OTHERS : turnOf(each) <= first));
  return kept.every(isMissingPlace) ? kept : kept.filter((problem) => !isMissingPlace(problem));
}

function isLostParameter({ ruleId, pointer = "" }: LintProblem): boolean {
  return (ruleId === REFERENCE_RESOLVES || ruleId === "struct") && /\/parameters\/\d+/.test(pointer);
}

function isLostOperation({ ruleId, pointer = "" }: LintProblem): boolean {
  return ruleId === EXTENSIONS_FIT && /\/operations\/\d+$/.test(pointer);
}

/** Whether a requirement names a place that does not exist. Another extension that is misspelt may have had it. */
function isMissingPlace({ ruleId, pointer = "" }: LintProblem): boolean {
  return ruleId === EXTENSIONS_FIT && /\/stated\/\d+$/.test(pointer);
}
