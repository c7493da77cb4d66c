import { pointerNames } from "../../../openapi/document/pointer.js";
import { plainName } from "../../names.js";
import { CURSOR, CURSOR_BACK, fieldsLike, queryParameterLike } from "../likely.js";
import { type Follow, leadingValue, type PageKind } from "../page-kind.js";
import { addressInBody } from "./address.js";

const NEXT =
  /^(next|next(cursor|page|pagetoken|token|marker|url|link|href)|cursor|endcursor|continuation(token)?|after)$/;
/** Names of fields that have the value itself, never an address. */
const VALUE = /(cursor|token|marker)$/;
const PREVIOUS = /^(prev(ious)?|prev(ious)?(cursor|page|pagetoken|token|marker|url|link|href)|startcursor|before)$/;

/** The value in the body. Without one, the page is the last one. Empty pages may lead on: a server may send some while it searches. */
export const byCursor: Follow = ({ parameter = "", at }, { body }) => {
  const value = leadingValue(body, at);
  return value === undefined ? undefined : { [parameter]: value };
};

/** The same, or the query of an address: names do not say which of them a field has. */
export const byCursorOrAddress: Follow = (step, page, direction) =>
  addressInBody(step, page, direction) ?? byCursor(step, page, direction);

/** Pages are requested by a value of the page before, in its body. */
export const cursor: PageKind = {
  name: "cursor",
  from: "page",
  follow: { stated: byCursor, inferred: byCursorOrAddress },
  runtime: { stated: "byCursor", inferred: "byCursorOrAddress" },
  smaller: {
    names: ["byCursor"],
    of: ({ pointer = "" }) => (VALUE.test(plainName(pointerNames(pointer).at(-1) ?? "")) ? "byCursor" : undefined),
  },
  find(document, operation) {
    const parameter = queryParameterLike(operation, CURSOR);
    const [pointer] = parameter ? fieldsLike(document, operation, NEXT, "string") : [];
    return parameter && pointer !== undefined ? { kind: "cursor", parameter, pointer } : undefined;
  },
  findPrevious(document, operation, next) {
    const [pointer] = fieldsLike(document, operation, PREVIOUS, "string");
    const parameter = queryParameterLike(operation, CURSOR_BACK) ?? next.parameter;
    return pointer === undefined ? undefined : { kind: "cursor", parameter, pointer };
  },
  isOfPages: ({ in: place, name }) =>
    place === "query" && (CURSOR.test(plainName(name)) || CURSOR_BACK.test(plainName(name))),
  describe: ({ parameter, pointer }) => `\`${parameter?.name}\` has the value at \`${pointer}\` of a page`,
  extension: ({ parameter, pointer = "" }) => ({
    "x-pagination": { forward: { parameter: parameter?.name ?? "", body: pointer } },
  }),
};
