import type { Mutation } from "./mutation.js";

/** Mutations after which the contract demands the same of a server, and why. */
export interface Exemption {
  place: RegExp;
  kind?: Mutation["kind"];
  why: string;
}

export const EXEMPTIONS: readonly Exemption[] = [
  {
    place: /\/x-unspecified\/U\d+$|^#\/x-open-points\/U\d+\/open$|\/(requirement|runtime|description)$/,
    kind: "bend",
    why: "It is a text for people.",
  },
  { place: /\/description$/, kind: "remove", why: "It is a text for people." },
  {
    place: /\/x-unspecified(\/U\d+)?$/,
    kind: "remove",
    why: "It says that something is open, which permits no more than the document does without it.",
  },
  {
    place: /^#\/x-open-points(\/U\d+(\/operations(\/\d+)?)?)?$/,
    kind: "remove",
    why: "It lists what is open. The tools require nothing there.",
  },
  { place: /^#\/tags\//, why: "The stability of a tag is for people. Operations have their own." },
  {
    place: /\/x-extensible-enum(\/\d+)?$/,
    why: "Other values than the known ones are right, and required constants are stated beside it.",
  },
  { place: /\/x-may-be-clamped$/, why: "It permits an alternative that the sandbox does not use." },
  {
    place: /^#\/x-requirements\/\w+\/(operations|stated)\/\d+$/,
    kind: "remove",
    why: "The constraint stays in the document, and servers that violate it fail. Only the attribution changes.",
  },
  {
    place: /^#\/x-requirements\/\w+\/(stated|runtime)$/,
    kind: "remove",
    why: "As above: the rest of the requirement is covered by the same test cases.",
  },
  {
    place: /^#\/components\/parameters\/(OauthGrantId|SuppressionIdOrEmail|ContactImportId)\/required$/,
    why: "A path is not sent without its parameters.",
  },
  {
    place: /\/parameters\/Limit\/schema\/type$/,
    kind: "bend",
    why: "Integers are numbers, and the sandbox rejects other ones with the status of any invalid request.",
  },
  {
    place: /\/parameters\/Limit\/schema\/minimum$/,
    kind: "bend",
    why: "A minimum of 0 permits more. That the sandbox rejects 0 is an observation, because the parameter has an open point.",
  },
  {
    place: /\/SuppressionList\/properties\/data\/maxItems$/,
    kind: "bend",
    why: "A greater bound permits more than the page size does, and pages are held against the page size.",
  },
  {
    place: /\/ContactImport\/properties\/completed_at$/,
    kind: "remove",
    why: "It has no constraint. Those of a completed import are in `then`.",
  },
];

/** The exemption of a mutation; undefined if somebody has to notice it. */
export function exemptionOf({ pointer, kind }: Mutation): Exemption | undefined {
  return EXEMPTIONS.find((each) => each.place.test(pointer) && (each.kind ?? kind) === kind);
}
