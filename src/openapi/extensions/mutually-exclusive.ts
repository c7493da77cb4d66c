import { pointerTo } from "../document/pointer.js";
import { mutuallyExclusiveOf } from "../operations/stated-paging.js";
import { type Extension, NAME } from "./extension.js";
import { unknownParameter } from "./query-parameters.js";

/** `x-mutually-exclusive`: groups of query parameters of which a request may have only one. */
export const mutuallyExclusive: Extension = {
  name: "x-mutually-exclusive",
  on: "operation",
  schema: {
    type: "array",
    minItems: 1,
    items: { type: "array", minItems: 2, uniqueItems: true, items: NAME },
  },
  contradictions({ users: [operation], value, pointer }) {
    if (!operation) return [];
    return mutuallyExclusiveOf(value).flatMap((group, index) =>
      group.flatMap((name, position) => unknownParameter(operation, name, pointerTo(pointer, index, position))),
    );
  },
};
