/**
 * The evidence for a finding. `stated`: the document states it. `inferred`: names suggest it. `observed`: names suggest it,
 * and it held in other responses of the run. `lenient`: servers may go beyond the statement. With the check, it decides the
 * severity (`severity.ts`).
 */
export type Basis = "stated" | "inferred" | "observed" | "lenient";

/** A kind of finding, as `docs/findings.md` explains it. */
interface Kind {
  check: string;
  basis: Basis;
  /** The behavior of the server. */
  found: string;
  /** Why it has this severity. */
  reason: string;
  /** The ids of the rules that the reason is about (default: all of its check). */
  rules?: readonly string[];
}

/** Findings about a response that the document describes in general only. */
export const BY_DEFAULT = {
  found:
    "the same of the rejection of an invalid request, which only `default` describes, or of an example of our mock",
  reason: "gateways reject requests earlier; the mock says in a header that the document contradicts itself",
};

/** Every kind of finding. A check may have several kinds with the same basis. */
export const KINDS = [
  {
    check: "status",
    basis: "stated",
    found: "a status that the document does not have for the case; a 5xx; an invalid request that is accepted",
    reason: "the document states the responses, and the constraints of requests",
  },
  {
    check: "status",
    basis: "lenient",
    found: "an invalid request, or an unknown resource, is rejected with a 4xx that the document does not list",
    reason: "few documents list every rejection",
    rules: ["undocumented-rejection"],
  },
  {
    check: "status",
    basis: "lenient",
    found: "a value that the document allows is rejected with a 4xx, or with a 5xx that the document lists",
    reason: "few documents state every constraint, and data may be missing",
    rules: ["usual-request-rejected", "documented-value-rejected", "example-rejected"],
  },
  {
    check: "status",
    basis: "lenient",
    found: "a value is accepted that only a `format` forbids",
    reason: "`format` is an annotation by default",
    rules: ["other-format-accepted"],
  },
  {
    check: "status",
    basis: "lenient",
    found: "a method that the document does not have on a path succeeds",
    reason: "the document says nothing of it",
    rules: ["unsupported-method-accepted"],
  },
  {
    check: "status",
    basis: "lenient",
    found: "a body of an undocumented media type is accepted",
    reason: "a server may understand more than the document lists",
    rules: ["other-media-type-accepted"],
  },
  {
    check: "status",
    basis: "lenient",
    found: "a page size out of range is brought into the range",
    reason: "clients are served; `x-may-be-clamped` documents it",
    rules: ["page-size-clamped"],
  },
  {
    check: "status",
    basis: "lenient",
    found: "a server without state (`--stateless`) accepts an invalid request",
    reason: "a mock need not validate requests",
  },
  {
    check: "availability",
    basis: "lenient",
    found: "some requests get 429, 502, 503, 504 or a closed connection, and the same or others succeed at other times",
    reason: "gateways and restarts disturb a target, whatever its operations do",
  },
  {
    check: "availability",
    basis: "stated",
    found: "the same of a fifth of the requests or more",
    reason: "clients cannot work with such a server, and much of it was not tested",
  },
  {
    check: "media-type",
    basis: "stated",
    found: "a media type that the document does not have",
    reason: "the document states the media types",
  },
  { check: "media-type", basis: "lenient", ...BY_DEFAULT },
  {
    check: "headers",
    basis: "stated",
    found: "a header that is missing, or does not fit its schema",
    reason: "the document states the header",
  },
  { check: "headers", basis: "lenient", ...BY_DEFAULT },
  {
    check: "headers",
    basis: "lenient",
    found:
      "an `ETag`, `Location`, `Retry-After` or `Allow` without the form that HTTP defines (RFC 9110, 8.8.3 and 10.2)",
    reason: "some clients read it all the same; the schema of a documented header is checked in any case",
  },
  {
    check: "headers",
    basis: "lenient",
    found: "a 405 whose `Allow` lacks a documented method of the path (RFC 9110, 10.2.1 and 15.5.6)",
    reason: "the methods of a path may depend on the resource and on the key",
    rules: ["allow-lacks-method"],
  },
  {
    check: "body",
    basis: "stated",
    found: "a body that does not fit its schema",
    reason: "the document states the schema",
  },
  { check: "body", basis: "lenient", ...BY_DEFAULT },
  {
    check: "identity",
    basis: "stated",
    found: "another resource than the requested one",
    reason: "`x-identifies` states the field that equals the parameter",
  },
  {
    check: "echo",
    basis: "stated",
    found: "a field with an unrelated value in place of the sent one, which the paired examples repeat",
    reason:
      "the examples state it; a value that is lowercased, trimmed or completed is not reported, unless it identifies the resource",
  },
  {
    check: "echo",
    basis: "inferred",
    found: "the same without a paired example",
    reason: "no statement says that the server keeps the value",
  },
  {
    check: "converted",
    basis: "lenient",
    found:
      'an invalid value is accepted, and a response shows a valid value made of it: 5 for `"5"`, an empty value for null, a list for one value, the default, an object without the undeclared field',
    reason: "many frameworks convert requests in place of validating them, and nothing invalid is stored",
  },
  {
    check: "assigned",
    basis: "lenient",
    found: "a field has another value than the sent one, whether that is valid or not",
    reason: "the server assigns the field, so the document lacks `readOnly`; nothing else is reported about it",
  },
  {
    check: "undocumented-fields",
    basis: "stated",
    found: "with --strict: a field that the document does not have",
    reason: "--strict asks for it",
  },
  {
    check: "undocumented-fields",
    basis: "lenient",
    found: "a field that the document does not have, and whose name says that its value is a secret (`passwordHash`)",
    reason: "documents leave out fields, but few teams mean to show secrets",
  },
  {
    check: "pagination",
    basis: "stated",
    found: "pages that do not fit together",
    reason: "`x-pagination` or `x-numbered-pages` states how the list is paged",
  },
  {
    check: "pagination",
    basis: "observed",
    found: "the same, where only names suggest how the list is paged",
    reason: "other pages of the run showed that the list is paged so",
  },
  {
    check: "pagination",
    basis: "inferred",
    found: "the same without such pages, or items that do not match a filter",
    reason: "only the names of parameters and fields suggest how the list is paged and filtered",
  },
  {
    check: "list-item",
    basis: "stated",
    found: "an item that differs from the resource in the list",
    reason: "both are the same resource",
  },
  {
    check: "list-item",
    basis: "inferred",
    found: "the same, where only names and paths suggest that both are the same resource",
    reason: "a list may have a summary of its own",
  },
  {
    check: "relation",
    basis: "stated",
    found:
      "a resource that is not found by its id or by a link, a created resource or a change that is lost, a deleted resource that remains",
    reason: "`x-identifies`, a link or paired examples state which field identifies the resource",
  },
  {
    check: "relation",
    basis: "observed",
    found: "the same, where only names and paths suggest the field",
    reason: "the field identified other resources in the run",
  },
  {
    check: "relation",
    basis: "inferred",
    found: "the same, where the run did not see that it holds",
    reason: "no statement says so",
  },
  {
    check: "condition",
    basis: "stated",
    found:
      "a stale `If-Match` that does not protect a resource, a current one that is rejected, `If-None-Match` without effect, an entity tag that stays the same although the resource has changed",
    reason: "the document has the condition, and RFC 9110 (8.8 and 13.1) defines it",
  },
  {
    check: "condition",
    basis: "inferred",
    found: "the same for a list of tags, for `*`, and for a tag that is sent as a weak one",
    reason: "many servers compare the header as one text, and few documents say that they do",
  },
  {
    check: "patch",
    basis: "stated",
    found:
      "a JSON Patch or a merge patch that is not stored, is stored in part, or whose `test` fails without effect; a media type of patches that is documented, and rejected",
    reason: "the media type says what the patch does (RFC 6902, RFC 7396)",
  },
  {
    check: "patch",
    basis: "inferred",
    found:
      "a patch that changes other fields too, a value that is stored differently, a place that does not exist and is patched all the same",
    reason: "a server may derive values, and keep fields that it does not show",
  },
  {
    check: "job",
    basis: "stated",
    found: "an ended job that continues, or one that the status address shows as another one",
    reason: "the document has the address (RFC 9110, 15.3.3) and the states",
  },
  {
    check: "job",
    basis: "inferred",
    found: "a status address or a result that is not found, or a job without the values that were sent to start it",
    reason: "a job may begin later, and its results may be kept for a time only",
  },
  {
    check: "file",
    basis: "stated",
    found: "other bytes, or another media type, than those that were uploaded",
    reason: "the document says that the bytes are those of the upload",
  },
  {
    check: "file",
    basis: "inferred",
    found: "the same without such words; a size, name or media type that is not that of the upload",
    reason: "a server may convert files, and only names suggest what a field shows",
  },
  {
    check: "side-effects",
    basis: "stated",
    found: "a rejected request that has an effect",
    reason: "a rejection states that nothing was done",
  },
  {
    check: "side-effects",
    basis: "inferred",
    found: "a list that has more items each time after creations that were rejected",
    reason: "others may add items too",
  },
  {
    check: "created-resource",
    basis: "stated",
    found: "a created resource that is missing, or differs",
    reason: "a requirement states it",
  },
  {
    check: "tenant-isolation",
    basis: "stated",
    found: "data of another team",
    reason: "a requirement states it",
  },
  {
    check: "tenant-isolation",
    basis: "stated",
    found: "another team reads, lists, changes or removes what the run created (`credentials.otherTeam`)",
    reason: "the words of the operation, or of its 403 or 404, say that it is of one team alone",
  },
  {
    check: "tenant-isolation",
    basis: "inferred",
    found: "the same without such words, or an item that only the list hides from the other team",
    reason: "it may be meant for everybody",
  },
  {
    check: "same-team",
    basis: "stated",
    found: "a key of the team that does not see the team's data",
    reason: "a requirement states it",
  },
  {
    check: "token-revocation",
    basis: "stated",
    found: "a token that is valid after its revocation",
    reason: "a requirement states it",
  },
  {
    check: "unchanged-state",
    basis: "stated",
    found: "a request that must not change anything, and does",
    reason: "a requirement states it",
  },
  {
    check: "request",
    basis: "stated",
    found: "in recorded traffic: a request that violates the document",
    reason: "the client is at fault, not the server, and tests of a client send such requests on purpose",
  },
] as const satisfies readonly Kind[];

/** The stable id of a check, as reports show it: what is wrong. */
export type CheckId = (typeof KINDS)[number]["check"];

/** Checks of the form of one response. They do not depend on the sender, or on the data of the target. */
const FORM_CHECKS: readonly CheckId[] = ["media-type", "headers", "body", "identity", "echo", "undocumented-fields"];

/** Whether a check judges the form of one response. */
export function judgesForm(check: CheckId): boolean {
  return FORM_CHECKS.includes(check);
}
