import type { Sighting } from "../causes/sighting.js";
import type { Cause } from "../model/cause.js";
import { mustReject } from "../model/finding/about.js";
import type { Finding } from "../model/finding/finding.js";
import { bodyStatement, shownForms } from "./body-statement.js";
import { type Routes, type Subject, subjectOf } from "./cause-subject.js";
import { formatNumber, listed } from "./wording.js";

/** How many requirements are named in a title. */
const MAX_BROKEN = 3;

/** More kinds of invalid requests are counted. */
const MOST_FAULTS = 12;

/**
 * The sentence about a cause, whose subject is the server, or what it sends.
 *
 * @param example the sighting that is the simplest to reproduce
 * @param sightings all of the cause
 */
export function causeTitle(example: Sighting, sightings: readonly Sighting[], routes: Routes): string {
  const { finding, error } = example;
  const requirements = requirementsIn(sightings);
  const broken = requirements.length > 0 && requirements.length <= MAX_BROKEN ? ` (${requirements.join(", ")})` : "";
  if (!finding) return errorTitle(error, sightings, routes);
  return `${capitalized(statement(finding, sightings, routes))}${broken}`;
}

/** The title of a cause without values of a response, for files that are committed. */
export function titleWithoutValues({ title, check, example }: Pick<Cause, "title" | "check" | "example">): string {
  const { received = "", says } = example;
  const masked = says === undefined ? title : title.replaceAll(says, "…");
  if (check === "body") {
    return shownForms(received).reduce((text, value) => text.replace(` is ${value}`, " is …"), masked);
  }
  return masked.replace(/"(?:[^"\\]|\\.)*"/g, "…");
}

/** Ids of the requirements that findings break. */
export function requirementsIn(sightings: readonly Sighting[]): string[] {
  const ids = new Set(sightings.flatMap(({ finding }) => finding?.requirements ?? []));
  return [...ids].toSorted((left, right) => left.localeCompare(right, "en", { numeric: true }));
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
  // Of a finding that compares no status with the document, the message says what the server did.
  if (check === "status" && about.wanted !== undefined) return statusStatement(finding, sightings, subject);
  if (check === "availability") return message;
  if (check === "side-effects")
    return `${subject.text} ${subject.rejects} ${faults(sightings, about.why)}, and stores it`;
  if (check === "converted") return conversionStatement(message, sightings);
  if (about.mediaType !== undefined) return mediaTypeStatement(about, sightings, subject);
  if (check === "body" && about.keyword !== undefined) return bodyStatement(finding, sightings, subject);
  if (/^\w+ (does|succe|reject|kept|removed|lists|server)/.test(message)) return message;
  return subject.isOne ? `${subject.text}: ${message}` : `${message}, in ${subject.text}`;
}

function statusStatement({ about }: Finding, sightings: readonly Sighting[], subject: Subject): string {
  const { status = 0, wanted, fault, why = "", documented = "" } = about;
  const { text, responds, accepts, rejects, sends } = subject;
  const statuses = listed(statusesIn(sightings));
  // The connection was closed, or the time was over.
  if (status === 0) return `${text} ${sends} no response to ${faults(sightings, why)}`;
  if (status >= 500) {
    const cause = fault?.what ?? (wanted === "rejection" ? undefined : fault ? undefined : "valid requests");
    return `${text} ${responds} with ${statuses}${cause === undefined ? inContext(why) : ` to ${faults(sightings, cause)}`}`;
  }
  const isInvalid = mustReject(about);
  if (isInvalid && status < 400) {
    return fault?.what === undefined
      ? `${text} ${responds} with ${statuses}${inContext(why)}`
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
  const reason = isInvalid ? inContext(why) : ` to a valid request (${why})`;
  return `${text} ${responds} with ${statuses}${reason}; the contract documents ${documented}`;
}

/** The behavior of the server, and one example of it. */
function conversionStatement(message: string, sightings: readonly Sighting[]): string {
  const [, change = message] = /^\d+: the server (.*)$/s.exec(message) ?? [];
  const others = new Set(sightings.map(({ finding }) => finding?.message.replace(/^\d+: /, ""))).size - 1;
  return `requests are converted, not validated: the server ${change}${others > 0 ? `, and ${others} more` : ""}`;
}

/** The reason of an expectation behind a response that contradicts it: a clause, or the name of an example. */
function inContext(why: string): string {
  return /^the example /.test(why) ? ` to ${why}` : `, although ${why}`;
}

function mediaTypeStatement(
  { mediaType, documented }: Finding["about"],
  sightings: readonly Sighting[],
  { text }: Subject,
): string {
  const statuses = statusesIn(sightings);
  const [has, is] = statuses.length > 1 ? ["have", "are"] : ["has", "is"];
  const form = mediaType === "" ? `${has} no Content-Type` : `${is} ${mediaType}`;
  return `${listed(statuses)} of ${text} ${form}; the contract documents ${documented}`;
}

/** The statuses of responses, each once, in ascending order. */
function statusesIn(sightings: readonly Sighting[]): string[] {
  return [...new Set(sightings.map(({ finding }) => String(finding?.about.status ?? "")))].toSorted();
}

/** With a capital letter, unless it begins with the id of an operation. */
function capitalized(text: string): string {
  return text.replace(/^[a-z]+(?= )/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}

/** The faults of the requests, each once: `an unknown key, an empty key and 3 more`. */
function faults(sightings: readonly Sighting[], otherwise: string | undefined): string {
  const named = sightings.flatMap(({ finding }) => finding?.about.fault?.what ?? []);
  if (named.length === 0) return otherwise ?? "an invalid request";
  const count = new Set(named).size;
  return count > MOST_FAULTS ? `${formatNumber(count)} kinds of invalid requests: ${listed(named)}` : listed(named);
}
