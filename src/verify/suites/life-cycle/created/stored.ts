import { ABSENT, isFlagged } from "#openapi/direction/absent-properties.js";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { parentOf, pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import { sentResource } from "#statements/resources/envelope.js";
import { schemaLayers } from "#statements/resources/envelope-schema.js";
import { propertiesAt, successContents } from "#statements/schema-fields.js";
import { lostField, missingFields } from "#verify/judges/life-cycle/shown-values.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import { shownBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Created } from "#verify/resources/created/created.js";

/** A write that succeeded, and the fields that it sent. */
interface SentFields {
  operation: Operation;
  sent: JsonObject;
  /** Fields that the resource never shows. */
  hidden?: ReadonlySet<string>;
}

/** A created resource has every field that was sent. @param shown the resource */
export function expectStored(context: CaseContext, created: Created, shown: JsonObject, exchange: Exchange): void {
  const sent = sentResource(shownBody(created.request), shown) ?? {};
  expectSentFields(context, created, { operation: created.create, sent }, { resource: shown, exchange });
}

/**
 * A resource has every field that a write sent and that the document shows in it, also those of objects. A server may leave
 * out what it does not support, so it is a warning, once.
 */
export function expectSentFields(
  context: CaseContext,
  created: Created,
  { operation, sent, hidden = new Set() }: SentFields,
  { resource, exchange }: { resource: JsonObject; exchange: Exchange },
): void {
  const { retrieve } = created.resource;
  if (!retrieve) return;
  const { document } = context.contract;
  const isShown = (at: string, name: string) =>
    successContents(retrieve).some((content) => {
      const isShownAt = (wrapper: string, place: string) =>
        propertiesAt(document, content, wrapper + parentOf(place)).includes(pointerNames(place).at(-1) ?? "");
      return schemaLayers(document, content).some((wrapper) => {
        const names = propertiesAt(document, content, wrapper + at);
        if (isWriteOnly(document, content, wrapper + pointerTo(at, name))) return false;
        // A map shows every key.
        return names.includes(name) || (at !== "" && names.length === 0 && isShownAt(wrapper, at));
      });
    });
  const lost = missingFields(sent, resource).find(({ at, name }) => !hidden.has(name) && isShown(parentOf(at), name));
  if (lost) context.judge([lostField(created, operation, lost, exchange)]);
}

/** Whether a response must not have a property (OpenAPI 3.0.3, 4.7.24; JSON Schema 2020-12 Validation, 9.4). */
function isWriteOnly(document: OpenApiDocument, { schemaPointer }: MediaType, at: string): boolean {
  const schemas = schemasAt(document, schemaPointer, at).at(-1) ?? [];
  return schemas.some((schema) => isFlagged(document, valueAt(document, schema) ?? null, ABSENT.response));
}
