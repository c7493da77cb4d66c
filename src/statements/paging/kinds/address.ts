import { plainName } from "../../names.js";
import { ADDRESS, fieldsLike } from "../likely.js";
import { type Follow, leadingValue, type PageKind } from "../page-kind.js";

const PREVIOUS_ADDRESS = /^(prev(ious)?|prev(ious)?(page|url|link|href))$/;

/** The query of the address that a page shows for another one: in the header `Link` (RFC 8288), or in the body. */
export const shownAddress: Follow = ({ at }, { body, header }, direction) => {
  const relation = `;\\s*rel="?([^";]*\\s)?${direction === "forward" ? "next" : "prev(ious)?"}[\\s";,]?`;
  for (const [, address = "", facts] of (header("link") ?? "").matchAll(/<([^<>]*)>((?:[^<>"]|"[^"]*")*)/g)) {
    if (new RegExp(relation, "i").test(`${facts};`)) return queryOf(address);
  }
  const value = at && leadingValue(body, at);
  return typeof value === "string" && /^(https?:|\/|\?|[\w./-]+\?)/.test(value) ? queryOf(value) : undefined;
};

function queryOf(address: string): Record<string, string | string[]> {
  const query = new URLSearchParams(address.replace(/#.*$/, "").replace(/^[^?]*\??/, ""));
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}

/** The same, while pages have items. */
export const byAddress: Follow = (step, page, direction) =>
  page.items.length === 0 ? undefined : shownAddress(step, page, direction);

/** Pages are requested by an address in the body, or in the header `Link`. */
export const address: PageKind = {
  name: "address",
  from: "page",
  readsHeaders: true,
  follow: { stated: byAddress, inferred: byAddress },
  runtime: { stated: "byAddress", inferred: "byAddress" },
  find(document, operation) {
    const [pointer] = fieldsLike(document, operation, ADDRESS, "string");
    const hasLink = operation.responses.some(({ headers }) => headers.some(({ name }) => plainName(name) === "link"));
    return pointer !== undefined || hasLink ? { kind: "address", pointer } : undefined;
  },
  findPrevious(document, operation, next) {
    const [pointer] = fieldsLike(document, operation, PREVIOUS_ADDRESS, "string");
    return pointer === undefined && next.pointer !== undefined ? undefined : { kind: "address", pointer };
  },
  describe: ({ pointer }) =>
    `${pointer === undefined ? "the header `Link`" : `\`${pointer}\``} has the address of another page`,
};
