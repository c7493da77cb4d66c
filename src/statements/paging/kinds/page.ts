import { asObject, type OpenApiDocument } from "../../../openapi/document/document.js";
import type { Parameter } from "../../../openapi/operations/operation.js";
import { plainName } from "../../names.js";
import { schemaOf } from "../../parameter-schema.js";
import { ADDRESS, fieldsLike, numberLike, TOTAL_PAGES } from "../likely.js";
import { endsWith, type Follow, type PageKind } from "../page-kind.js";

const PAGE = /^(page|page(number|no|num|index))$/;

/** The next number, while pages have items and none says that it is the last one. */
export const byPage: Follow = (step, { body, items, sent }) => {
  const { parameter = "", first = 1 } = step;
  const next = Number(sent ?? first) + 1;
  return items.length === 0 || endsWith(step, body, next - first, 0) ? undefined : { [parameter]: next };
};

/** Pages are requested by their numbers. */
export const page: PageKind = {
  name: "page",
  from: "count",
  follow: { stated: byPage, inferred: byPage },
  runtime: { stated: "byPage", inferred: "byPage" },
  find(document, operation) {
    const parameter = numberLike(document, operation, (name) => PAGE.test(plainName(name)));
    return parameter && { kind: "page", parameter, first: firstPage(document, parameter) };
  },
  ends(document, operation) {
    const [pages] = fieldsLike(document, operation, TOTAL_PAGES, "integer", "number");
    const [next] = fieldsLike(document, operation, ADDRESS, "string");
    return { pages, next };
  },
  describe: ({ parameter, first }) => `\`${parameter?.name}\` is the number of a page, from ${first}`,
  extension: ({ parameter, first = 1 }) => ({
    "x-numbered-pages": { parameter: parameter?.name ?? "", counts: "pages", first },
  }),
  valueAt: ({ first = 1 }, start, size) => Math.floor(start / size) + first,
  part: ({ first = 1 }, value, size) => ({ start: (Number(value) - first) * size, size }),
};

function firstPage(document: OpenApiDocument, parameter: Parameter): number {
  const { default: initial, minimum } = asObject(schemaOf(document, parameter));
  if (typeof initial === "number") return initial;
  return minimum === 0 ? 0 : 1;
}
