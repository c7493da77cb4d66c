import { parseJsonWithDigits } from "#http/body/parse-json.js";
import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { compilePattern } from "#openapi/patterns/pattern.js";
import type { Sighting } from "../../causes/sighting.js";
import type { Finding } from "../../model/finding/finding.js";
import { shortened } from "../../model/shortened.js";
import { listed } from "../wording.js";
import type { Subject } from "./cause-subject.js";
import { nearMiss } from "./near-miss.js";

/** How long a value in a title may be. */
const MAX_VALUE = 60;

/** Keywords that compare texts. The quotes of other texts show that they are texts. */
const TEXT_KEYWORDS: readonly string[] = ["pattern", "format", "minLength", "maxLength"];

/**
 * The sentence about a body that does not fit its schema. Its subject is the field; the operation is named where no requirement
 * says which field it is.
 *
 * @param shown the received value as the sentence shows it
 */
export function bodySentence(
  { about, data, received }: Finding,
  sightings: readonly Sighting[],
  { text, sends }: Subject,
  shown: (value: string) => string,
): string {
  const { fields = [], keyword = "", constraint } = about;
  const names = fields.map(quoted).join(", ");
  if (keyword === "required") return `${names} ${fields.length === 1 ? "is" : "are"} missing in ${text}`;
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties")
    return `${text} ${sends} the field ${names}, which the contract forbids`;
  const value = TEXT_KEYWORDS.includes(keyword) ? unquoted(received) : received;
  const why = problem(keyword, constraint, received) ?? `: it ${data.problem}${data.more}`;
  const what = `${shown(shortened(value, MAX_VALUE))}${why}`;
  const all = fieldsIn(sightings, fields);
  if (all.length > 1 && received === "null")
    return `${listed(all.map(quoted))} are null, which the contract does not allow`;
  if (all.length > 1) return `${listed(all.map(quoted))} are invalid: ${names} is ${what}`;
  const isNamed = sightings.some(({ finding }) => (finding?.requirements.length ?? 0) > 0);
  return `${!fields[0] ? `The body of ${text}` : isNamed ? names : `${names} of ${text}`} is ${what}`;
}

/** Whether a received value may stand in files that are committed: it says nothing of anybody. */
export function isConstant(received: string): boolean {
  return ["null", "true", "false"].includes(received);
}

/** The invalid fields of bodies, those of the example first. */
function fieldsIn(sightings: readonly Sighting[], first: readonly string[]): string[] {
  const others = sightings.flatMap(({ finding }) => (finding?.check === "body" ? (finding.about.fields ?? []) : []));
  return [...new Set([...first, ...others])].filter((name) => name !== "");
}

function quoted(name: string): string {
  return `\`${name}\``;
}

/** Why a value is invalid, as the end of a sentence; undefined if the problem says it as well. */
function problem(keyword: string, wanted: Json | undefined, received: string): string | undefined {
  const value = parseJsonWithDigits(received)?.value;
  switch (keyword) {
    case "type":
      return `, not ${[wanted]
        .flat()
        .map((type) => articled(String(type)))
        .join(" or ")}`;
    case "const":
      return `, not ${jsonText(wanted)}`;
    case "enum":
      return Array.isArray(wanted) ? `, not ${wanted.map((member) => jsonText(member)).join(", ")}` : undefined;
    case "format":
      return `, not a valid ${String(wanted)}`;
    case "pattern": {
      const pattern = compilePattern(String(wanted));
      const difference = typeof value === "string" ? nearMiss(value, (text) => pattern.test(text)) : undefined;
      return difference === undefined ? ", which does not match its pattern" : `: ${difference}`;
    }
    default:
      return undefined;
  }
}

function unquoted(json: string): string {
  const value = parseJsonWithDigits(json)?.value;
  return typeof value === "string" && value !== "" && !/^\s|\s$/.test(value) ? value : json;
}

function articled(noun: string): string {
  if (noun === "null") return noun;
  return /^[aeio]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}
