import type { Subject } from "#verify/model/finding/subject.js";
import { withCauses } from "#verify/report/cause/causes.js";
import type { CaseResult, Finding } from "#verify/report/report.js";
import { failed, finding, PASSED, result } from "../reporters/sample.js";

/** The operations of an API with two collections. */
const ROUTES = {
  listThings: ["get", "/things"],
  addThing: ["post", "/things"],
  retrieveThing: ["get", "/things/{id}"],
  removeThing: ["delete", "/things/{id}"],
  listPeople: ["get", "/people"],
  retrievePerson: ["get", "/people/{name}"],
} as const;

/** An operation of the API. */
export type OperationName = keyof typeof ROUTES;

/** A test case whose name is one letter. */
export function caseOf(name: string, operation: OperationName, given: Partial<CaseResult>): CaseResult {
  const [method, path] = ROUTES[operation];
  return result("", PASSED, { ...given, name, operation, method, path });
}

/** A failed test case. Findings are about its operation by default. */
export function failing(name: string, operation: OperationName, ...findings: readonly Found[]): CaseResult {
  return caseOf(name, operation, { outcome: failed(...findings.map((found) => findingOf(operation, found))) });
}

/** A test case with a warning. */
export function warned(name: string, operation: OperationName, found: Found): CaseResult {
  return caseOf(name, operation, { warnings: [findingOf(operation, found)] });
}

/** The facts of a finding that decide its cause. */
export interface Found extends Partial<Omit<Finding, "about">> {
  about?: Partial<Subject>;
}

/** A finding as the engine records it. Each has a request of its own. */
export function findingOf(operation: OperationName, { about, ...given }: Found): Finding {
  const reproduce = `curl ${operation} ${JSON.stringify([about, given])}`;
  return finding({ requirements: [], reproduce, ...given, about: { operation, status: 200, ...about } });
}

/** A value of a field of a schema that violates a keyword. */
export function invalidField(
  name: string,
  { keyword = "type", schema = "Thing", ...about }: Partial<Subject> & { schema?: string } = {},
): Found {
  const place = `#/components/schemas/${schema}/properties/${name}/${keyword}`;
  return { check: "body", place, about: { fields: [name], keyword, at: `/${name}`, ...about } };
}

/** An invalid request that was accepted. */
export function accepted(part: string, place = `#/parameters/${part}/schema/minimum`): Found {
  return {
    check: "status",
    place,
    about: { status: 200, wanted: "rejection", why: `${part} is invalid`, fault: { part, what: `an invalid ${part}` } },
  };
}

/** A valid request that got an undocumented status. */
export function respondsWith(status: number, place = "#/responses"): Found {
  return { check: "status", place, about: { status, wanted: "success", why: "the example a", documented: "200" } };
}

/** The test cases of each cause by their names: `a b`; behind an arrow those that fail because of it: `a → c`. */
export function causesOf(cases: readonly CaseResult[]): string[] {
  return withCauses(cases).causes.map(({ cases: own, consequences }) =>
    [own.join(" "), ...(consequences.length > 0 ? [consequences.join(" ")] : [])].join(" → "),
  );
}
