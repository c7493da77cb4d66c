import { isObject, type OpenApiDocument } from "../document/document.js";
import { pointerTo, valueAt } from "../document/pointer.js";
import { allExamples } from "../operations/example-pairs.js";
import type { MediaType } from "../operations/operation.js";
import { operationsOf } from "../operations/operations.js";
import { schemasAt } from "../schema/schemas-at.js";
import { validatorOf } from "../validator/validator.js";

/**
 * Finds conditions (`if`, JSON Schema 2020-12 Core, 10.2.2) that no example meets. Neither an example nor a replay of it
 * then tests what follows in `then`. Only schemas of whole bodies that have examples count.
 *
 * @param document bundled
 * @returns JSON pointers to the conditions
 */
export function unmetConditions(document: OpenApiDocument): string[] {
  const validator = validatorOf(document);
  const isMet = new Map<string, boolean>();
  for (const { requestBody, responses } of operationsOf(document)) {
    const contents = [requestBody, ...responses].flatMap((part) => part?.content ?? []);
    for (const mediaType of contents) {
      const examples = allExamples(mediaType.examples);
      if (examples.length === 0) continue;
      for (const pointer of conditionsOf(document, mediaType)) {
        const meets = examples.some((example) => validator.errors(pointer, example).length === 0);
        isMet.set(pointer, meets || isMet.get(pointer) === true);
      }
    }
  }
  return [...isMet].flatMap(([pointer, met]) => (met ? [] : [pointer]));
}

function conditionsOf(document: OpenApiDocument, { schema, schemaPointer }: MediaType): string[] {
  if (schema === undefined) return [];
  const [whole = []] = schemasAt(document, schemaPointer, "");
  return whole.flatMap((pointer) => {
    const node = valueAt(document, pointer);
    return isObject(node) && isObject(node.if) ? [pointerTo(pointer, "if")] : [];
  });
}
