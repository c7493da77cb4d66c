import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { RuleData } from "./breach.js";
import type { Finding } from "./finding.js";
import type { Basis } from "./kinds.js";

/** The facts by which two findings are the same. A place that does not matter to the caller is left out. */
type Facts = Pick<Finding, "rule" | "data"> &
  Partial<Pick<Finding, "place">> & { basis?: Basis | undefined; operation?: string | undefined };

/** Values that say how often something was seen, and not what. */
const COUNTS = ["more", "isRepeated"];

/** Equal for findings that say the same. Numbers in texts do not count, such as indexes and lengths; a status does. */
export function signatureOf({ operation, rule, data, basis = "stated", place }: Facts): string {
  const values = Object.entries(masked(data)).filter(([name]) => !COUNTS.includes(name));
  return jsonText([operation, rule, basis, place, values]);
}

/** The values of a rule with `#` for each number, apart from a status. */
function masked(data: RuleData): RuleData {
  const shown = (name: string, value: Json): Json => {
    if (name === "status") return value;
    return (typeof value === "string" ? value : jsonText(value)).replace(/\d+/g, "#");
  };
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, shown(name, value)]));
}

/** Keeps the first of findings that say the same, by their signatures. */
export function keepFirst<Kept extends Parameters<typeof signatureOf>[0]>(
  known: Map<string, Kept>,
  finding: Kept,
): void {
  const signature = signatureOf(finding);
  if (!known.has(signature)) known.set(signature, finding);
}
