import type { RequestReading } from "#http/request/read-request.js";
import { isObject } from "#openapi/document/document.js";
import { pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { withoutFiles } from "#statements/files.js";
import { withShownNames } from "#statements/resources/described-names.js";
import { sentLayer } from "#statements/resources/envelope.js";
import type { MockedResponse } from "./mocked-response.js";

/**
 * Writes the fields that a request sent into a generated success, so that what was created comes back. A field counts if the
 * response has one of its name, in the body or in its envelope. Its schema has to admit the value. The files of a form come
 * back as no text.
 */
export function echoSent(
  operation: Operation,
  { body: sent }: Pick<RequestReading, "body">,
  response: MockedResponse,
  isValid: (response: MockedResponse) => boolean,
): MockedResponse {
  const body = valueAt(response.body, "");
  if (response.statusCode >= 300 || !sent || !("value" in sent) || !isObject(sent.value) || !isObject(body))
    return response;
  const { at: resource = "", object: shown } = sentLayer(body, sent.value) ?? {};
  const fields = withoutFiles(operation, sent.type, sent.value);
  let echoed = response;
  const named = withShownNames(sentLayer(fields, shown)?.object ?? {}, Object.keys(shown ?? {}), "");
  for (const [name, value] of Object.entries(named)) {
    const at = pointerTo(resource, name);
    const made = valueAt(body, at);
    if (value === undefined || made === undefined) continue;
    const forms = typeof value === "number" && typeof made === "string" ? [value, String(value)] : [value];
    const candidates = forms.map((form) => ({
      ...echoed,
      body: withValue(valueAt(echoed.body, "") ?? null, at, form),
    }));
    echoed = candidates.find(isValid) ?? echoed;
  }
  return echoed;
}
