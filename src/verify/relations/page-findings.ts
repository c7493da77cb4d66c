import type { Json, JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { Parameter } from "#openapi/operations/operation.js";
import type { Filter } from "#statements/filters.js";
import { keywordPlace, schemaOf } from "#statements/parameter-schema.js";
import type { Breach } from "#verify/model/finding/breach.js";
import { broken } from "#verify/rules/sentence.js";
import type { About } from "../model/finding/about.js";
import type { FindingDraft } from "../model/finding/finding.js";
import { faultOf } from "../model/request/expectation.js";
import type { Total } from "./totals.js";

/** A finding about one page, without its basis and the place that the finder compares. */
export interface PageFacts extends Breach, Pick<FindingDraft, "expected" | "received"> {
  about: Pick<About, "list" | "fields" | "fault">;
}

/**
 * A page never has more items than its page size, or than the default page size.
 *
 * @param requested the page size of the request; undefined if it has none
 */
export function excessOf(
  document: OpenApiDocument,
  pageSize: Parameter,
  requested: Json | undefined,
  count: number,
): (PageFacts & { place: string }) | undefined {
  const isDefault = requested === undefined;
  const size = isDefault ? schemaOf(document, pageSize).default : requested;
  if (typeof size !== "number" || count <= Math.ceil(size)) return undefined;
  return {
    about: { list: isDefault ? "default page size" : "page size", fault: faultOf(pageSize) },
    ...(isDefault
      ? broken("page-has-more-items-than-default", {})
      : broken("page-has-more-items-than-limit", { parameter: pageSize.name })),
    place: keywordPlace(document, pageSize, isDefault ? "default" : "maximum"),
    expected: `at most ${size} ${size === 1 ? "item" : "items"}`,
    received: `${count} items`,
  };
}

/** A list counts the items that its query selects. */
export function totalFinding({ name, count }: Total, wanted: number): PageFacts {
  return {
    about: { list: "items", fields: [name] },
    ...broken("total-differs", { field: name, count, wanted }),
    expected: `${name} ${wanted}`,
    received: `${name} ${count}`,
  };
}

/** A list that is filtered has an item with another value. */
export function otherValue(
  { parameter, property, pointer }: Pick<Filter, "parameter" | "property" | "pointer">,
  sought: Json,
  item: JsonObject,
): PageFacts {
  return {
    about: { list: "filter", fields: [property], fault: faultOf(parameter) },
    ...broken("filter-lists-other-value", { parameter: parameter.name, value: sought }),
    expected: `${property}: ${jsonText(sought)}`,
    received: `${property}: ${jsonText(valueAt(item, pointer))}`,
  };
}
