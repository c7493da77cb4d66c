import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { parentOf, pointerNames, pointerTo } from "#openapi/document/pointer.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import { structuredBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { schemaLayers, sentResource } from "#verify/relations/envelope.js";
import { propertiesAt, successContents } from "#verify/relations/schema-fields.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { broken } from "#verify/rules/sentence.js";
import { warnOfCreated } from "./retrieve.js";

/**
 * A created resource has every field that was sent and that the document shows in it, also those of objects in it. A server may
 * leave out what it does not support, so it is a warning, once.
 *
 * @param shown the resource
 */
export function expectStored(context: CaseContext, created: Created, shown: JsonObject, exchange: Exchange): void {
  const { retrieve } = created.resource;
  const sent = sentResource(structuredBody(created.request), shown);
  if (!retrieve || !sent) return;
  const { document } = context.contract;
  const isShown = (at: string, name: string) =>
    successContents(retrieve).some((content) => {
      const isShownAt = (wrapper: string, place: string) =>
        propertiesAt(document, content, wrapper + parentOf(place)).includes(pointerNames(place).at(-1) ?? "");
      return schemaLayers(document, content).some((wrapper) => {
        const names = propertiesAt(document, content, wrapper + at);
        // A map shows every key.
        return names.includes(name) || (at !== "" && names.length === 0 && isShownAt(wrapper, at));
      });
    });
  const [lost] = lostIn(sent, shown, "", isShown);
  if (!lost) return;
  const { id: operation } = created.create;
  const breach = broken("created-field-lost", { operation, at: lost.at });
  warnOfCreated(
    context,
    created,
    { ...breach, expected: JSON.stringify(lost.sent), received: "no value", operation },
    exchange,
  );
}

interface Lost {
  at: string;
  sent: Json;
}

/** The sent fields that a resource lacks, at most two levels deep. */
function lostIn(
  sent: JsonObject,
  shown: JsonObject,
  at: string,
  isShown: (at: string, name: string) => boolean,
): Lost[] {
  return Object.entries(sent).flatMap(([name, value]): Lost[] => {
    const found = shown[name];
    if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return [];
    if (found === undefined || found === null) {
      return isShown(at, name) ? [{ at: pointerTo(at, name), sent: value }] : [];
    }
    return isObject(value) && isObject(found) && at === "" ? lostIn(value, found, pointerTo("", name), isShown) : [];
  });
}
