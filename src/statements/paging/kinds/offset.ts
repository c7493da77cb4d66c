import { plainName } from "../../names.js";
import { ADDRESS, fieldsLike, numberLike, TOTAL } from "../likely.js";
import { endsWith, type Follow, type PageKind } from "../page-kind.js";

const OFFSET = /^(offset|skip|start(index|at)?)$/;

/** The number of items before the next page. Pages have items, and none says that it is the last one. */
export const byOffset: Follow = (step, { body, items, sent }) => {
  const next = Number(sent ?? 0) + items.length;
  return items.length === 0 || endsWith(step, body, 0, next) ? undefined : { [step.parameter ?? ""]: next };
};

/** Pages are requested by how many items are before them. */
export const offset: PageKind = {
  name: "offset",
  from: "count",
  follow: { stated: byOffset, inferred: byOffset },
  runtime: { stated: "byOffset", inferred: "byOffset" },
  find(document, operation) {
    const parameter = numberLike(document, operation, (name) => OFFSET.test(plainName(name)));
    return parameter && { kind: "offset", parameter };
  },
  ends(document, operation) {
    const [total] = fieldsLike(document, operation, TOTAL, "integer", "number");
    const [next] = fieldsLike(document, operation, ADDRESS, "string");
    return { total, next };
  },
  describe: ({ parameter }) => `\`${parameter?.name}\` is the number of items before a page`,
  extension: ({ parameter }) => ({ "x-numbered-pages": { parameter: parameter?.name ?? "", counts: "items" } }),
  valueAt: (_, start) => start,
  part: (_, value, size) => ({ start: Number(value), size }),
};
