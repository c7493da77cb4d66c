import { parseJson } from "#http/body/parse-json.js";
import type { Json } from "#openapi/document/document.js";
import { compilePattern } from "#openapi/schema/pattern.js";
import type { Sighting } from "../causes/sighting.js";
import { mustReject } from "../model/finding/about.js";
import type { Finding } from "../model/finding/finding.js";
import { nearMiss } from "./near-miss.js";
import { counted, formatNumber } from "./wording.js";

/** How many values are named in a title, and how long one may be. */
const [MAX_NAMED, MAX_VALUE] = [3, 60];

/** More kinds of invalid requests are counted. */
const MOST_FAULTS = 12;

/** The method and path of each operation, by its id. */
export type Routes = ReadonlyMap<string, string>;

/**
 * The sentence about a cause, whose subject is the server, or what it sends.
 *
 * @param example the sighting that is the simplest to reproduce
 * @param sightings all of the cause
 */
export function causeTitle(example: Sighting, sightings: readonly Sighting[], routes: Routes): string {
  const { finding, error } = example;
  const requirements = requirementsIn(sightings);
  const broken = requirements.length > 0 && requirements.length <= MAX_NAMED ? ` (${requirements.join(", ")})` : "";
  if (!finding) return errorTitle(error, sightings, routes);
  return `${capitalized(statement(finding, sightings, routes))}${broken}`;
}

/** Ids of the requirements that findings break. */
export function requirementsIn(sightings: readonly Sighting[]): string[] {
  return [...new Set(sightings.flatMap(({ finding }) => finding?.requirements ?? []))];
}

/** The ids of the operations at fault. */
export function operationsIn(sightings: readonly Sighting[]): string[] {
  return [
    ...new Set(
      sightings.map(({ finding, error, result }) => finding?.about.operation ?? error?.silent ?? result.operation),
    ),
  ];
}

function errorTitle(error: Sighting["error"], sightings: readonly Sighting[], routes: Routes): string {
  if (error?.silent === undefined) return `A test case ended with an error: ${error?.reason ?? "unknown"}`;
  const [, reason] = /: no response \((.*)\)$/s.exec(error.reason) ?? [];
  const { text, sends } = subjectOf(sightings, routes);
  return `${text} ${sends} no response${reason === undefined ? "" : ` (${reason})`}`;
}

function statement(finding: Finding, sightings: readonly Sighting[], routes: Routes): string {
  const { check, message, about } = finding;
  const subject = subjectOf(sightings, routes);
  if (check === "status") return statusStatement(finding, sightings, subject);
  if (check === "side-effects")
    return `${subject.text} ${subject.rejects} ${faults(sightings, about.why)}, and stores it`;
  if (check === "converted") return conversionStatement(message, sightings);
  if (about.mediaType !== undefined) return mediaTypeStatement(about, sightings, subject);
  if (check === "body" && about.keyword !== undefined) return bodyStatement(finding, sightings, subject);
  return /^\w+ (does|succe|reject|kept|removed|lists|server)/.test(message) ? message : `${subject.text}: ${message}`;
}

/** The operations as the subject of a sentence, and verbs in its number. */
interface Subject {
  text: string;
  responds: string;
  accepts: string;
  rejects: string;
  sends: string;
}

function subjectOf(sightings: readonly Sighting[], routes: Routes): Subject {
  const [first = "", ...others] = operationsIn(sightings);
  if (others.length === 0) {
    const text = routes.get(first) ?? first;
    return { text, responds: "responds", accepts: "accepts", rejects: "rejects", sends: "sends" };
  }
  const text = counted(others.length + 1, "operation");
  return { text, responds: "respond", accepts: "accept", rejects: "reject", sends: "send" };
}

function statusStatement({ about }: Finding, sightings: readonly Sighting[], subject: Subject): string {
  const { status = 0, wanted, fault, why = "", documented = "" } = about;
  const { text, responds, accepts, rejects } = subject;
  const statuses = listed(sightings.map(({ finding }) => String(finding?.about.status ?? "")));
  if (status >= 500) {
    const cause = fault?.what ?? (wanted === "rejection" ? undefined : fault ? undefined : "valid requests");
    return `${text} ${responds} with ${statuses}${cause === undefined ? `, although ${why}` : ` to ${faults(sightings, cause)}`}`;
  }
  const isInvalid = mustReject(about);
  if (isInvalid && status < 400) {
    return fault?.what === undefined
      ? `${text} ${responds} with ${statuses}, although ${why}`
      : `${text} ${accepts} ${faults(sightings, fault.what)}`;
  }
  if (isInvalid && wanted === "rejection")
    return `${text} ${rejects} ${faults(sightings, why)} with ${statuses}, which the contract does not document`;
  if (about.lacksBody && !isInvalid && status < 500) {
    return `${text} ${rejects} a request without its optional body with ${statuses}; the contract documents ${documented}`;
  }
  if (!isInvalid && status >= 400 && fault?.what !== undefined) {
    return `${text} ${rejects} ${faults(sightings, fault.what)} with ${statuses}, although the contract allows it`;
  }
  const reason = isInvalid ? `, although ${why}` : ` to a valid request (${why})`;
  return `${text} ${responds} with ${statuses}${reason}; the contract documents ${documented}`;
}

/** The behavior of the server, and one example of it. */
function conversionStatement(message: string, sightings: readonly Sighting[]): string {
  const [, change = message] = /^\d+: the server (.*)$/s.exec(message) ?? [];
  const others = new Set(sightings.map(({ finding }) => finding?.message.replace(/^\d+: /, ""))).size - 1;
  return `requests are converted, not validated: the server ${change}${others > 0 ? `, and ${others} more` : ""}`;
}

function mediaTypeStatement(
  { mediaType, documented }: Finding["about"],
  sightings: readonly Sighting[],
  { text }: Subject,
): string {
  const statuses = listed(sightings.map(({ finding }) => String(finding?.about.status ?? "")));
  const form = mediaType === "" ? "has no Content-Type" : `is ${mediaType}`;
  return `${statuses} of ${text} ${form}; the contract documents ${documented}`;
}

function bodyStatement(example: Finding, sightings: readonly Sighting[], { text }: Subject): string {
  const { about, message, received, expected } = example;
  const { fields = [], keyword = "" } = about;
  const names = fields.map(quoted).join(", ");
  if (keyword === "required") return `${names} ${fields.length === 1 ? "is" : "are"} missing in ${text}`;
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties")
    return `${text} has the field ${names}, which the contract forbids`;
  const others = sightings.flatMap(({ finding }) => (finding?.check === "body" ? (finding.about.fields ?? []) : []));
  const all = new Set([...fields, ...others].filter((name) => name !== ""));
  const value = received.length > MAX_VALUE ? `${received.slice(0, MAX_VALUE)}…` : unquoted(received);
  const what = `${value}${problem(keyword, expected, received) ?? `: ${message.replace(/^.*? (?=must )/, "it ")}`}`;
  if (all.size > 1 && received === "null")
    return `${listed([...all].map(quoted))} are null, which the contract does not allow`;
  if (all.size > 1) return `${listed([...all].map(quoted))} are invalid: ${names} is ${what}`;
  return `${fields[0] ? names : `The body of ${text}`} is ${what}`;
}

function quoted(name: string): string {
  return `\`${name}\``;
}

/** Why a value is invalid, as the end of a sentence; undefined if the message says it as well. */
function problem(keyword: string, expected: string, received: string): string | undefined {
  const value = parseJson(received)?.value;
  const wanted = wantedIn(expected);
  switch (keyword) {
    case "type":
      return `, not ${[wanted]
        .flat()
        .map((type) => articled(String(type)))
        .join(" or ")}`;
    case "const":
      return `, not ${JSON.stringify(wanted)}`;
    case "enum":
      return Array.isArray(wanted) ? `, not ${wanted.map((member) => JSON.stringify(member)).join(", ")}` : undefined;
    case "format":
      return `, not a valid ${String(wanted)}`;
    case "pattern": {
      const pattern = expected.replace(/^pattern: /, "");
      const difference =
        typeof value === "string" ? nearMiss(value, (text) => compilePattern(pattern).test(text)) : undefined;
      return difference === undefined ? ", which does not match its pattern" : `: ${difference}`;
    }
    default:
      return undefined;
  }
}

/** The value of the violated keyword, which the expectation of a finding ends with. */
function wantedIn(expected: string): Json | undefined {
  return parseJson(expected.slice(expected.indexOf(": ") + 2))?.value;
}

function unquoted(json: string): string {
  const value = parseJson(json)?.value;
  return typeof value === "string" && value !== "" && !/^\s|\s$/.test(value) ? value : json;
}

/** With a capital letter, unless it begins with the id of an operation. */
function capitalized(text: string): string {
  return text.replace(/^[a-z]+(?= )/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}

function articled(noun: string): string {
  if (noun === "null") return noun;
  return /^[aeio]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** The faults of the requests, each once: `an unknown key, an empty key and 3 more`. */
function faults(sightings: readonly Sighting[], otherwise: string | undefined): string {
  const named = sightings.flatMap(({ finding }) => finding?.about.fault?.what ?? []);
  if (named.length === 0) return otherwise ?? "an invalid request";
  const count = new Set(named).size;
  return count > MOST_FAULTS ? `${formatNumber(count)} kinds of invalid requests: ${listed(named)}` : listed(named);
}

function listed(all: readonly string[]): string {
  const items = [...new Set(all)];
  const shown = items.slice(0, MAX_NAMED);
  const hidden = items.length - shown.length;
  if (hidden > 0) return `${shown.join(", ")} and ${hidden} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "");
}
