import { excessOf, MANY_MEMBERS } from "#http/body/json-limits.js";
import { isSequence } from "#http/body/sequence.js";
import { contentFor, isJson } from "#http/media-type.js";
import { shapeOf } from "#http/negotiate.js";
import { responseFor } from "#openapi/operations/status.js";
import { Undecided } from "#openapi/patterns/undecided.js";
import { mergedSchema, typesOf } from "#openapi/schema/merged-schema.js";
import { broken } from "#verify/rules/sentence.js";
import { type Exchange, isRedirect } from "../model/request/exchange.js";
import type { Check } from "./check.js";
import { schemaFindings } from "./schema-findings.js";
import { sequenceFindings } from "./sequence.js";

/**
 * The body fits its schema (JSON Schema 2020-12, formats included). A response without a schema may have any body. That of a
 * redirection is a note for people (RFC 9110, 15.4).
 */
export const body: Check = {
  id: "body",
  run(context) {
    const { spec, exchange } = context;
    if (exchange.request.method === "HEAD" || isRedirect(exchange)) return [];
    const received = exchange.headers.get("content-type");
    const content = responseFor(spec.operation, exchange.status)?.content ?? [];
    const described = received === null ? undefined : contentFor(content, received);
    if (described && received !== null && isSequence(received)) return sequenceFindings(context, described, received);
    if (!described || described.schema === undefined) return [];
    const json = isJson(received ?? "");
    // The bytes of a file may be JSON (OpenAPI 3.1, 4.8.14.2).
    if (json && !isJson(described.name) && shapeOf(described.schema) === "binary") return [];
    // The standard does not say how a schema of objects or numbers describes XML, CSV or bytes. A schema of text is clear.
    const isText = typesOf(mergedSchema(context.contract.document, described.schema)).includes("string");
    if (!json && (exchange.truncated || !isText)) return [];
    const read = json ? exchange.json : { value: exchange.body };
    if (read && !exchange.truncated) {
      return schemaFindings(context, "body-invalid", "the body", described.schemaPointer, read.value);
    }
    // Few APIs nest too deep, or send too much; maps of many members are usual.
    const excess = exchange.truncated ? undefined : excessOf(exchange.body);
    if (excess === MANY_MEMBERS) throw new Undecided(`The body ${excess}, so it was not checked by its schema.`);
    return [
      {
        ...broken("body-unreadable", { part: "the body", problem: unreadable(exchange) }),
        place: described.schemaPointer,
        places: [[described.pointer]],
        expected: "JSON",
        received: exchange.body || "nothing",
        about: { fields: [""] },
      },
    ];
  },
};

/** Why a body cannot be read as JSON. */
function unreadable(exchange: Exchange): string {
  if (exchange.truncated) return "is too long to be read to its end";
  return excessOf(exchange.body) ?? (exchange.body === "" ? "is empty" : "is not JSON");
}
