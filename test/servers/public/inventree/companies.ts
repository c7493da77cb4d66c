import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { Service } from "../../service.js";
import { Rejection } from "../../service.js";
import { equal, type Tables } from "../tables.js";
import { tagged } from "./lists.js";
import { bulkDestroy, changed, type Kind, operationsOf, remove } from "./rows.js";

/** The options of a duplicate name what is copied. */
export function checkOriginal({ table }: Pick<Kind, "table">, sent: JsonObject, tables: Tables): void {
  const { duplicate } = sent;
  if (duplicate !== undefined && !tables.find(table, asObject(duplicate).original)) {
    throw new Rejection(400, "duplicate: The original does not exist.");
  }
}

/** A change may upload an image. Responses have its address. */
function addressOfImage({ pk, image = null }: JsonObject): Json {
  const isAddress = image === null || /^[a-z][a-z\d+.-]*:/i.test(String(image));
  return isAddress ? image : `http://localhost:8000/media/company_images/${pk}.png`;
}

export const COMPANY: Kind = {
  table: "company",
  defaults: {
    ...{ name: "", description: "", website: "", phone: "", email: "", currency: "USD", contact: "", link: "" },
    ...{ image: null, active: true, is_customer: false, is_manufacturer: false, is_supplier: true, notes: null },
    ...{ tax_id: "", tags: [] },
  },
  references: {},
  currencies: ["currency"],
  listing: {
    searched: ({ description, name, tax_id, website }) => [description, name, tax_id, website],
    filters: {
      active: equal("active"),
      is_customer: equal("is_customer"),
      is_manufacturer: equal("is_manufacturer"),
      is_supplier: equal("is_supplier"),
      name: equal("name"),
      tag_name: tagged,
    },
    referenced: {},
  },
  shown: (row) => ({ primary_address: null, ...row, image: addressOfImage(row) }),
  born: () => ({ parts_supplied: 0, parts_manufactured: 0 }),
  check(_, sent, tables) {
    if (sent.currency === "") throw new Rejection(400, 'currency: "" is not a valid choice.');
    checkOriginal(COMPANY, sent, tables);
  },
  deleted({ pk }, tables) {
    for (const row of tables.rows("contact")) if (row.company === pk) remove(CONTACT, row, tables);
    for (const row of tables.rows("order")) {
      if (row.supplier === pk) changed({ table: "order" }, row, { supplier: null }, tables);
    }
  },
};

const companyNameOf = ({ company }: JsonObject, tables: Tables) => tables.find("company", company)?.name ?? "";

export const CONTACT: Kind = {
  table: "contact",
  defaults: { company: 0, name: "", phone: "", email: "", role: "" },
  references: { company: "company" },
  currencies: [],
  listing: {
    searched: (row, tables) => [companyNameOf(row, tables), row.name],
    filters: { company: equal("company") },
    referenced: { company: "company" },
  },
  shown: (row, tables) => ({ ...row, company_name: companyNameOf(row, tables) }),
  deleted({ pk }, tables) {
    for (const row of tables.rows("order")) {
      if (row.contact === pk) changed({ table: "order" }, row, { contact: null }, tables);
    }
  },
};

/** Companies and their contacts. */
export const COMPANIES: Service<Tables>["handlers"] = {
  ...operationsOf("company", COMPANY),
  ...operationsOf("company_contact", CONTACT),
  company_contact_bulk_destroy: bulkDestroy(CONTACT),
};
