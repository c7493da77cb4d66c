import { parseJson } from "#http/body/parse-json.js";
import { itemsOf, type SequenceItem } from "#http/body/sequence.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { mergedSchema, typesOf } from "#openapi/schema/merged-schema.js";
import { broken } from "#verify/rules/sentence.js";
import type { FindingDraft } from "../model/finding/finding.js";
import type { CheckContext } from "./check.js";
import { schemaFindings } from "./schema-findings.js";

/** The items that are judged: a server makes all of them in the same way. */
const MAX_ITEMS = 100;

/**
 * Validates a body that is a sequence (Media Type Object, OpenAPI 3.2, 4.14.3). `itemSchema` describes each item that
 * has arrived. A schema of lists describes all of them together. A schema of text describes the text of a sequence that
 * has ended.
 *
 * @param received the media type of the body
 */
export async function sequenceFindings(
  context: CheckContext,
  described: MediaType,
  received: string,
): Promise<FindingDraft[]> {
  const { body, truncated } = context.exchange;
  const { schema, schemaPointer, itemSchema } = described;
  const items = itemsOf(received, body, !truncated, parseJson);
  if (itemSchema !== undefined) {
    for (const [index, item] of items.slice(0, MAX_ITEMS).entries()) {
      const found = await itemFindings(context, described, item, `item ${index + 1} of the sequence`);
      if (found.length > 0) return found;
    }
  }
  if (schema === undefined || truncated) return [];
  const types = typesOf(mergedSchema(context.contract.document, schema));
  if (types.includes("string")) return schemaFindings(context, "body-invalid", "the body", schemaPointer, body);
  const values = items.flatMap((item) => ("value" in item ? [item.value] : []));
  if (!types.includes("array") || values.length < items.length) return [];
  return schemaFindings(context, "body-invalid", "the sequence", schemaPointer, values);
}

async function itemFindings(
  context: CheckContext,
  { itemSchemaPointer, pointer }: MediaType,
  item: SequenceItem,
  subject: string,
): Promise<FindingDraft[]> {
  if ("value" in item) return schemaFindings(context, "body-invalid", subject, itemSchemaPointer, item.value);
  return [
    {
      ...broken("body-unreadable", { part: subject, problem: item.problem }),
      place: itemSchemaPointer,
      places: [[pointer]],
      expected: "JSON",
      received: context.exchange.body.slice(0, 1000),
      about: { fields: [""] },
    },
  ];
}
