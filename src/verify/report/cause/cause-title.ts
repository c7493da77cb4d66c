import type { Json } from "#openapi/document/document.js";
import { WITH_VALUES, WITHOUT_VALUES, type WordsOf } from "../../causes/common-faults.js";
import { isOfValidRequest } from "../../causes/group-facts.js";
import { operationOf, type Sighting } from "../../causes/sighting.js";
import { NOT_IMPLEMENTED } from "../../causes/things.js";
import { mustReject } from "../../model/finding/about.js";
import type { Finding } from "../../model/finding/finding.js";
import { groupBy } from "../../model/group-by.js";
import { ruleNamed } from "../../rules/registry.js";
import { asWritten, filled, namesOperation } from "../../rules/rule.js";
import { listed } from "../wording.js";
import { bodySentence, isConstant } from "./body-sentence.js";
import { type Routes, type Subject, subjectOf } from "./cause-subject.js";
import { faultsText, unknownValue } from "./faults-text.js";

/** The sign in place of a value. */
const HIDDEN = "…";

/** How many requirements are named in a title. */
const MAX_BROKEN = 3;

/** The titles of a cause: with values of responses, and without them, for files that are committed. */
export interface Titles {
  title: string;
  titleWithoutValues: string;
}

/**
 * The sentences about a cause, whose subject is the server, or what it sends.
 *
 * @param example the sighting that is the simplest to reproduce
 * @param sightings all of the cause
 */
export function causeTitles(example: Sighting, sightings: readonly Sighting[], routes: Routes): Titles {
  const subject = subjectOf(sightings, routes);
  const titleFor = (shown: Shown) => titleOf(example, { sightings, subject, shown, routes });
  return { title: titleFor(SHOWN), titleWithoutValues: titleFor(hidden(example.finding?.about)) };
}

/** How a title shows what may have a value. */
interface Shown {
  faultIn: WordsOf;
  /** A value of a rule's sentence, by its name in the template. */
  data: (value: Json, asJson: boolean, name: string) => string;
  received: (value: string) => string;
  /** The message of an error, or of a rule that this version does not know. */
  message: (message: string) => string;
}

const SHOWN: Shown = {
  faultIn: WITH_VALUES,
  data: asWritten,
  received: (value) => value,
  message: (message) => message,
};

/** Of a sentence, what stays without the values of requests and responses, and without the words of the server. */
function hidden({ says, status, fault }: Partial<Finding["about"]> = {}): Shown {
  const plain: Readonly<Record<string, Json | undefined>> = {
    response: status,
    values: fault?.plain,
    what: fault?.plain,
  };
  const isBare = (value: Json) => typeof value === "number" || typeof value === "boolean" || value === null;
  return {
    faultIn: WITHOUT_VALUES,
    data: (value, asJson, name) => {
      const own = plain[name] ?? value;
      if (typeof own !== "string" || asJson) return isBare(own) ? asWritten(own, asJson) : HIDDEN;
      return says === undefined ? own : own.replaceAll(says, HIDDEN);
    },
    received: (value) => (isConstant(value) ? value : HIDDEN),
    message: () => HIDDEN,
  };
}

/** The facts of a title. */
interface TitleFacts {
  sightings: readonly Sighting[];
  subject: Subject;
  shown: Shown;
  routes: Routes;
}

function titleOf({ finding, error }: Sighting, facts: TitleFacts): string {
  if (!finding) return errorTitle(error, facts);
  const requirements = requirementsIn(facts.sightings);
  const broken = requirements.length > 0 && requirements.length <= MAX_BROKEN ? ` (${requirements.join(", ")})` : "";
  return `${sentenceAbout(finding, facts)}${broken}`;
}

/** Ids of the requirements that findings break. Those of an operation that does nothing yet are not broken one by one. */
export function requirementsIn(sightings: readonly Sighting[]): string[] {
  if (hasNoHandler(sightings)) return [];
  const ids = new Set(sightings.flatMap(({ finding }) => finding?.requirements ?? []));
  return [...ids].toSorted((left, right) => left.localeCompare(right, "en", { numeric: true }));
}

function errorTitle(error: Sighting["error"], { subject: { text, sends }, shown, routes }: TitleFacts): string {
  if (error?.silent === undefined)
    return `A test case ended with an error: ${shown.message(error?.reason ?? "unknown")}`;
  const how = error.silence === undefined ? "" : ` (${error.silence})`;
  if (error.ended === undefined) return `${text} ${sends} no response${how}`;
  const others = error.ended.others.map((id) => routes.get(id) ?? id).filter((route) => route !== text);
  const all = others.length === 0 ? text : `${[text, ...others].join(" or ")}, which were sent at the same time`;
  return `Nothing responds any more after ${all}${how}`;
}

function sentenceAbout(finding: Finding, facts: TitleFacts): string {
  const { check, about } = finding;
  const { sightings, subject, shown } = facts;
  // Of a finding that compares no status with the document, the rule says what the server did.
  if (check === "status" && about.wanted !== undefined) return statusSentence(finding, facts);
  if (check === "side-effects") return `${subject.text} ${subject.rejects} ${faults(facts, about.why)}, and stores it`;
  if (about.mediaType !== undefined) return mediaTypeSentence(about, sightings, subject);
  if (check === "body" && about.keyword !== undefined) return bodySentence(finding, sightings, subject, shown.received);
  return ruleSentence(finding, facts);
}

/** The sentence that the rule of a finding has for causes: about the server, or else about one test case. */
function ruleSentence(finding: Finding, { sightings, subject, shown }: TitleFacts): string {
  const rule = ruleNamed(finding.rule);
  if (!rule) return `${subject.text}: ${shown.message(finding.message)}`;
  const filledFor = ({ data }: Pick<Finding, "data">, template: string) => filled(template, data, shown.data);
  const filledForAll = (template: string) => {
    const all = new Set(sightings.flatMap((other) => (other.finding ? filledFor(other.finding, template) : [])));
    return `${filledFor(finding, template)}${all.size > 1 ? `, and ${all.size - 1} more` : ""}`;
  };
  const { title } = rule;
  if (title !== undefined) return capitalized(filledForAll(title));
  // Several fields of one operation may have one cause.
  const sentence = finding.check === "echo" ? filledForAll(rule.says) : filledFor(finding, rule.says);
  if (namesOperation(rule)) return sentence;
  if (subject.isOne) return `${subject.text}: ${sentence}`;
  return `${rule.says.startsWith("{") ? sentence : capitalized(sentence)}, in ${subject.text}`;
}

/** The words of a status that says why an operation does nothing. */
const NO_HANDLER = `${NOT_IMPLEMENTED} (Not Implemented)`;

const VALID_REQUESTS = "valid requests";

/** Whether each operation fails for a valid request. Then it is not the fault of another request that it fails, too. */
function failsAlways(sightings: readonly Sighting[]): boolean {
  return [...groupBy(sightings, operationOf).values()].every((own) => own.some(isOfValidRequest));
}

/** Whether an operation does nothing yet: valid requests get 501, too. */
function hasNoHandler(sightings: readonly Sighting[]): boolean {
  const isUnimplemented = ({ finding }: Sighting) => finding?.about.status === NOT_IMPLEMENTED;
  return sightings.every(isUnimplemented) && sightings.some(isOfValidRequest);
}

function statusSentence({ about, rule }: Finding, facts: TitleFacts): string {
  const { status = 0, wanted, fault, why = "", documented = "" } = about;
  const { sightings, subject, shown } = facts;
  const { text, responds, accepts, rejects, sends } = subject;
  const context = inContext(about);
  const statuses = listed(statusesIn(sightings));
  const isFailure = status === 0 || status >= 500;
  const general = isFailure && failsAlways(sightings) ? VALID_REQUESTS : undefined;
  // The connection was closed, or the time was over.
  if (status === 0) return `${text} ${sends} no response to ${general ?? faults(facts, why)}`;
  if (fault?.part === "method") {
    const paths = listed(sightings.map(({ result }) => result.path));
    return `${paths} responds with ${statuses} to ${faults(facts, why)}, which the contract does not document`;
  }
  if (hasNoHandler(sightings)) return `${text} ${subject.isOne ? "has" : "have"} no handler yet: ${NO_HANDLER}`;
  if (status >= 500) {
    const widest = general ?? unknownValue(sightings);
    if (widest !== undefined) return `${text} ${responds} with ${statuses} to ${widest}`;
    const cause =
      (fault && shown.faultIn(fault)) ?? (wanted === "rejection" ? undefined : fault ? undefined : VALID_REQUESTS);
    return `${text} ${responds} with ${statuses}${cause === undefined ? context : ` to ${faults(facts, cause)}`}`;
  }
  const isInvalid = mustReject(about);
  if (isInvalid && status < 400) {
    return fault?.what === undefined
      ? `${text} ${responds} with ${statuses}${context}`
      : `${text} ${accepts} ${faults(facts, fault.what)}`;
  }
  if (isInvalid && wanted === "rejection")
    return `${text} ${rejects} ${faults(facts, why)} with ${statuses}, which the contract does not document`;
  if (about.lacksBody && !isInvalid && status < 500) {
    return `${text} ${rejects} a request without its optional body with ${statuses}${wants(documented)}`;
  }
  if (rule === "documented-value-rejected") {
    return `${text} ${rejects} ${faults(facts, why)} with ${statuses}, although the contract allows it`;
  }
  const valid = fault?.what === undefined ? withReason("a valid request", why) : faults(facts, why);
  const reason = isInvalid ? context : ` to ${valid}`;
  return `${text} ${responds} with ${statuses}${reason}${wants(documented)}`;
}

/** A request, and what is special about it. */
function withReason(request: string, why: string): string {
  return why === "" || why === request ? request : `${request} (${why})`;
}

/** The statuses or media types of the contract, as the end of a sentence. */
function wants(documented = ""): string {
  return documented === "" ? ", which the contract does not document" : `; the contract documents ${documented}`;
}

/** The reason of an expectation behind a response that contradicts it: the name of an example, or a clause. */
function inContext({ why = "", isExample }: Finding["about"]): string {
  if (why === "") return "";
  return isExample ? ` to ${why}` : `, although ${why}`;
}

function mediaTypeSentence(
  { mediaType, documented }: Finding["about"],
  sightings: readonly Sighting[],
  { text }: Subject,
): string {
  const statuses = statusesIn(sightings);
  const [has, is] = statuses.length > 1 ? ["have", "are"] : ["has", "is"];
  const form = mediaType === "" ? `${has} no Content-Type` : `${is} ${mediaType}`;
  return `${listed(statuses)} of ${text} ${form}${wants(documented)}`;
}

/** The statuses of responses, each once, in ascending order. */
function statusesIn(sightings: readonly Sighting[]): string[] {
  return [...new Set(sightings.map(({ finding }) => String(finding?.about.status ?? "")))].toSorted();
}

/** With a capital letter. */
function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The faults of the requests, as a title shows them. */
function faults({ sightings, shown }: TitleFacts, otherwise: string | undefined): string {
  return faultsText(sightings, shown.faultIn, otherwise);
}
