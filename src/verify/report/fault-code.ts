import { type Cause, groupBy, type Report } from "./report.js";

/** The version of the catalogue of Web Fuzzing Commons that the codes are of: they move between versions. */
export const FAULT_CATALOGUE = "WFC 0.9.0";

/** The codes of faults by the ids of rules, for comparisons with other tools. Most rules have no counterpart. */
const BY_RULE: Readonly<Record<string, number>> = {
  // HTTP
  "server-error": 100,
  "deleted-resource-remains": 113,
  "rejected-creation-stored": 114,
  "rejected-change-stored": 114,
  "rejected-creations-add-items": 114,
  "unsent-field-kept": 117,
  "location-of-other-resource": 120,
  "location-undocumented": 120,
  // The schema
  "undocumented-status": 200,
  "undocumented-rejection": 200,
  "content-type-undocumented": 200,
  "content-type-missing": 200,
  "header-missing": 200,
  "header-invalid": 200,
  "body-invalid": 200,
  "body-unreadable": 200,
  "allow-lacks-method": 201,
  "invalid-request-accepted": 206,
  "other-format-accepted": 206,
  "invalid-value-converted": 206,
};

/** A request without a valid key that is accepted. */
const IGNORED_AUTHENTICATION = 307;

/** The codes of causes, by their ids. A cause without a counterpart in the catalogue has none. */
export function faultCodes({ causes, cases }: Pick<Report, "causes" | "cases">): Map<string, string> {
  const byName = groupBy(cases, ({ name }) => name);
  const codeOf = ({ rules, cases: names }: Cause): number | undefined => {
    const isOfKeys = names.some((name) => byName.get(name)?.some(({ suite }) => suite === "authentication"));
    if (isOfKeys && rules.includes("invalid-request-accepted")) return IGNORED_AUTHENTICATION;
    return rules.map((rule) => BY_RULE[rule]).find((code) => code !== undefined);
  };
  return new Map(
    causes.flatMap((cause) => {
      const code = codeOf(cause);
      return code === undefined ? [] : [[cause.id, `F${code}`] as const];
    }),
  );
}
