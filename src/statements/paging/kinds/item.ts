import { plainName } from "../../names.js";
import { CURSOR, CURSOR_BACK, cursorLike } from "../likely.js";
import { type Follow, leadingValue, type PageKind } from "../page-kind.js";

const ITEM_CURSOR = /^(after|startingafter|startafter)$/;

/** The value of the last item, or of the first one backward. */
export const byItem: Follow = ({ parameter = "", at }, { items }, direction) => {
  const value = leadingValue(items.at(direction === "backward" ? 0 : -1), at);
  return value === undefined ? undefined : { [parameter]: value };
};

/** Pages are requested by a value of the item beside them. */
export const item: PageKind = {
  name: "item",
  from: "item",
  follow: { stated: byItem, inferred: byItem },
  runtime: { stated: "byItem", inferred: "byItem" },
  find(_, operation) {
    const parameter = cursorLike(operation, CURSOR);
    return parameter && ITEM_CURSOR.test(plainName(parameter.name))
      ? { kind: "item", parameter, pointer: "/id" }
      : undefined;
  },
  findPrevious(_, operation, next) {
    const parameter = cursorLike(operation, CURSOR_BACK);
    return parameter && { ...next, parameter };
  },
  describe: ({ parameter, pointer }) => `\`${parameter?.name}\` has the value at \`${pointer}\` of an item`,
  extension: ({ parameter, pointer = "" }) => ({
    "x-pagination": { forward: { parameter: parameter?.name ?? "", item: pointer } },
  }),
};
