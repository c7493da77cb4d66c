import type { CheckId } from "./finding.js";

/** A failure counts against the server. A warning is shown, and counts with `--fail-on warning` only. */
export type Severity = "failure" | "warning";

/** The severity of a kind of finding, and the reason for it. */
interface Judgment {
  severity: Severity;
  /** The observation, as docs/findings.md shows it. */
  observed: string;
  reason: string;
}

/**
 * Every kind of finding. A failure contradicts a statement of the document while the server is used as documented.
 * Everything else is a warning.
 */
export const SEVERITIES: Readonly<Record<CheckId, Judgment>> = {
  status: failure(
    "a status that the document does not have for the case; a 5xx; an invalid request that is accepted",
    "the document states the responses, and the constraints of requests",
  ),
  "media-type": failure("a media type that the document does not have", "the document states the media types"),
  headers: failure("a header that is missing, or does not fit its schema", "the document states the header"),
  body: failure("a body that does not fit its schema", "the document states the schema"),
  identity: failure(
    "another resource than the requested one",
    "`x-identifies` states the field that equals the parameter",
  ),
  echo: failure(
    "a field with an unrelated value in place of the sent one, which the paired examples repeat",
    "the examples state it; a value that is lowercased, trimmed or completed is not reported, unless it identifies the resource",
  ),
  "undocumented-fields": failure("with --strict: a field that the document does not have", "--strict asks for it"),
  pagination: failure(
    "pages that do not fit together",
    "`x-pagination` or `x-numbered-pages` states how the list is paged, or other pages of the run showed it",
  ),
  "list-item": failure("an item that differs from the resource in the list", "both are the same resource"),
  link: failure("a link that does not lead to its resource", "the document states the link"),
  relation: failure(
    "a resource that is not found by its id, a created resource or a change that is lost, a deleted resource that remains",
    "`x-identifies`, a link or paired examples state which field identifies the resource, or it held for others in the run",
  ),
  "side-effects": failure("a rejected request that has an effect", "a rejection states that nothing was done"),
  "created-resource": failure("a created resource that is missing, or differs", "a requirement states it"),
  "tenant-isolation": failure("data of another team", "a requirement states it"),
  "same-team": failure("a key of the team that does not see the team's data", "a requirement states it"),
  "token-revocation": failure("a token that is valid after its revocation", "a requirement states it"),
  "unchanged-state": failure("a request that must not change anything, and does", "a requirement states it"),
  "undocumented-rejection": warning(
    "an invalid request, or an unknown resource, is rejected with a 4xx that the document does not list, or only by `default`",
    "few documents list every rejection, and the request was not a documented one",
  ),
  "default-rejection": warning(
    "the response to such a request does not fit `default`",
    "gateways reject requests before the API sees them",
  ),
  "rejected-value": warning(
    "a value that the document allows is rejected with a 4xx, or with a 5xx that the document lists",
    "few documents state every constraint, and a target may lack the data that a value names",
  ),
  "lenient-format": warning(
    "a value is accepted that only a `format` forbids",
    "`format` is an annotation by default (JSON Schema Validation 2020-12, 7.2)",
  ),
  "lenient-media-type": warning(
    "a body of an undocumented media type is accepted",
    "a server may understand more than the document lists",
  ),
  "reduced-page-size": warning(
    "a page size out of range is brought into the range",
    "clients are served; `x-may-be-clamped` documents it",
  ),
  "inferred-echo": warning(
    "a field with an unrelated value in place of the sent one, without a paired example",
    "no statement says that the server keeps the value",
  ),
  "inferred-relation": warning(
    "the same as `relation`, where only names and paths suggest the field",
    "no statement says so, and the run did not see that it holds",
  ),
  "inferred-pagination": warning(
    "pages that do not fit together, or items that do not match a filter, without such an extension",
    "only the names of parameters and fields suggest how the list is paged and filtered",
  ),
  "invalid-example": warning(
    "our mock sends an example that is not valid by the document",
    "the document contradicts itself; the mock says so in a header",
  ),
  "unvalidated-request": warning(
    "a server without state (`--stateless`) accepts an invalid request",
    "a mock need not validate requests",
  ),
  request: warning(
    "in recorded traffic: a request that violates the document",
    "the client is at fault, not the server, and tests of a client send such requests on purpose",
  ),
};

function failure(observed: string, reason: string): Judgment {
  return { severity: "failure", observed, reason };
}

function warning(observed: string, reason: string): Judgment {
  return { severity: "warning", observed, reason };
}

/** Whether findings of a check are warnings. */
export function isWarning({ check }: { check: CheckId }): boolean {
  return SEVERITIES[check].severity === "warning";
}
