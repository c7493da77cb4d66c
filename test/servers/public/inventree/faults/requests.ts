import type { Fault } from "../../variations.js";
import { CRASH, crashesFor } from "./variations.js";

const COMPANIES = ["company_create", "company_update", "company_partial_update"];

/** Requests that are read, accepted or answered against the document. One exchange shows each. */
export const REQUEST_FAULTS: Fault[] = [
  {
    title: "accepts any token",
    breaks: 'Token-based authentication with required prefix "Token"',
    ignores: ({ kind }) => kind === "credentials",
  },
  {
    title: "accepts names of companies that are too long",
    breaks: "#/components/schemas/Company/properties/name/maxLength",
    ignores: ({ operation, place, keyword }) =>
      COMPANIES.includes(operation) && place === "/name" && keyword === "maxLength",
  },
  {
    title: "accepts companies without a currency",
    breaks: "#/components/schemas/Company/required",
    ignores: ({ operation, keyword }) => operation === "company_create" && keyword === "required",
  },
  {
    title: "accepts prices with letters",
    breaks: "#/components/schemas/PurchaseOrderExtraLine/properties/price/pattern",
    ignores: ({ place, keyword }) => place === "/price" && keyword === "pattern",
  },
  {
    title: "accepts any text as the target date of an order",
    breaks: "#/components/schemas/PurchaseOrder/properties/target_date/format",
    ignores: ({ operation, place }) => operation.startsWith("order_po_") && place === "/target_date",
  },
  {
    title: "accepts texts as the quantities of extra lines",
    breaks: "#/components/schemas/PurchaseOrderExtraLine/properties/quantity/type",
    ignores: ({ place }) => place === "/quantity",
  },
  {
    title: "accepts addresses of websites that are not URIs",
    breaks: "#/components/schemas/Company/properties/website/oneOf",
    ignores: ({ place }) => place === "/website",
  },
  {
    title: "orders extra lines by unknown fields",
    breaks: "#/paths/~1api~1order~1po-extra-line~1/get/parameters/4/schema/enum",
    ignores: ({ operation, place }) => operation === "order_po_extra_line_list" && place === "ordering",
  },
  {
    title: "fails for unknown companies",
    breaks: "#/paths/~1api~1company~1{id}~1/get",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "company_retrieve" && response.status === 404 ? CRASH : response;
    },
  },
  {
    title: "fails for names of companies that are not ASCII",
    breaks: "#/paths/~1api~1company~1/post/responses/201",
    respond: crashesFor(COMPANIES, ({ sent }) => [...String(sent.name ?? "")].some((letter) => letter > "~")),
  },
  {
    title: "fails for extra lines without a price",
    breaks: "#/components/schemas/PurchaseOrderExtraLine/properties/price/nullable",
    respond: crashesFor(["order_po_extra_line_create"], ({ sent }) => (sent.price ?? null) === null),
  },
  {
    title: "fails for offsets after the end of the companies",
    breaks: "The initial index from which to return the results.",
    respond: crashesFor(
      ["company_list"],
      ({ query, state }) => Number(query.get("offset")) > state.rows("company").length,
    ),
  },
  {
    title: "fails for bodies that are not JSON",
    breaks: "#/paths/~1api~1company~1/post/requestBody",
    respond: async (_, next, { violation }) => ((await violation())?.kind === "syntax" ? CRASH : next()),
  },
];
