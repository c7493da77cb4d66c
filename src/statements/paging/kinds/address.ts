import type { Operation } from "#openapi/operations/operation.js";
import { plainName } from "../../names.js";
import { ADDRESS, fieldsLike } from "../likely.js";
import { type Follow, leadingValue, type PageKind } from "../page-kind.js";

const PREVIOUS_ADDRESS = /^(prev(ious)?|prev(ious)?(page|url|link|href))$/;

/** The query of the address in the header `Link` (RFC 8288). */
const linkedAddress: Follow = (_, { header }, direction) => {
  const relation = `;\\s*rel="?([^";]*\\s)?${direction === "forward" ? "next" : "prev(ious)?"}[\\s";,]?`;
  for (const [, address = "", facts] of (header("link") ?? "").matchAll(/<([^<>]*)>((?:[^<>"]|"[^"]*")*)/g)) {
    if (new RegExp(relation, "i").test(`${facts};`)) return queryOf(address);
  }
  return undefined;
};

/** The query of the address that a page has in its body. */
export const addressInBody: Follow = ({ at }, { body }) => {
  const value = at && leadingValue(body, at);
  return typeof value === "string" && /^(https?:|\/|\?|[\w./-]+\?)/.test(value) ? queryOf(value) : undefined;
};

function queryOf(address: string): Record<string, string | string[]> {
  const query = new URLSearchParams(address.replace(/^[^?#]*\??|#.*/g, ""));
  return Object.fromEntries(
    [...query].map(([name, value]) => {
      const values = query.getAll(name);
      return [name, values[1] === undefined ? value : values];
    }),
  );
}

/** The query of the address in the header, while pages have items. */
export const byLink: Follow = (step, page, direction) =>
  page.items.length === 0 ? undefined : linkedAddress(step, page, direction);

/** The query of the address in the body, while pages have items. */
export const byBody: Follow = (step, page, direction) =>
  page.items.length === 0 ? undefined : addressInBody(step, page, direction);

/** The query of either address. */
export const byAddress: Follow = (step, page, direction) =>
  byLink(step, page, direction) ?? byBody(step, page, direction);

/** Pages are requested by an address in the body, or in the header `Link`. */
export const address: PageKind = {
  name: "address",
  from: "page",
  readsHeaders: true,
  follow: { stated: byAddress, inferred: byAddress },
  runtime: { stated: "byAddress", inferred: "byAddress" },
  smaller: {
    names: ["byLink", "byBody"],
    of: ({ pointer }, operation) => (pointer === undefined ? "byLink" : hasLink(operation) ? undefined : "byBody"),
  },
  find(document, operation) {
    const [pointer] = fieldsLike(document, operation, ADDRESS, "string");
    return pointer !== undefined || hasLink(operation) ? { kind: "address", pointer } : undefined;
  },
  findPrevious(document, operation, next) {
    const [pointer] = fieldsLike(document, operation, PREVIOUS_ADDRESS, "string");
    return pointer === undefined && next.pointer !== undefined ? undefined : { kind: "address", pointer };
  },
  describe: ({ pointer }) =>
    `${pointer === undefined ? "the header `Link`" : `\`${pointer}\``} has the address of another page`,
};

function hasLink({ responses }: Operation): boolean {
  return responses.some(({ headers }) => headers.some(({ name }) => plainName(name) === "link"));
}
