import type { JsonObject } from "#openapi/document/document.js";
import { numbersTo, seededTime, Tables } from "../tables.js";
import { DOCUMENT } from "./documents.js";
import { RECEIPT } from "./receipts.js";
import { CLIENT, PAYMENT_METHOD, PRODUCT } from "./registry.js";
import type { Kind } from "./rows.js";

const COMPANY = 10_482;
const OTHER = 10_731;

const VAT: JsonObject = { id: 0, value: 22, description: "", is_disabled: false };

const day = (number: number) => new Date(seededTime(number)).toISOString().slice(0, 10);

function put(tables: Tables, kind: Kind, id: number, company: number, fields: JsonObject): JsonObject {
  const time = new Date(seededTime(id % 40)).toISOString().slice(0, 19).replace("T", " ");
  const row = { company, id, ...kind.defaults, ...fields, created_at: time, updated_at: time };
  return tables.put(kind.table, id, kind.complete(row, row, tables));
}

function seedCompany(tables: Tables, company: number, base: number): void {
  const cities = ["Bergamo", "Milano", "Lecce"];
  for (const number of numbersTo(8)) {
    put(tables, CLIENT, base + number, company, {
      ...{ code: `C${base}${number}`, name: `Officina ${number} S.r.l.`, type: number % 3 ? "company" : "person" },
      ...{ vat_number: `IT0123456${base}${number}`, address_city: cities[number % 3] ?? "Bergamo", country: "Italia" },
      ...{ email: `officina${number}@example.it`, default_payment_terms: 30 * (number % 3) },
    });
    put(tables, PRODUCT, base + 20 + number, company, {
      ...{ name: `Tavolo ${number}`, code: `TAV${base}${number}`, net_price: 40 + 12.5 * number },
      ...{
        category: number % 2 ? "arredamento" : "ufficio",
        default_vat: VAT,
        measure: "pz",
        in_stock: number % 2 === 0,
      },
      ...{ stock_initial: number * 3, description: `Tavolo numero ${number}` },
    });
    put(tables, RECEIPT, base + 40 + number, company, {
      ...{ date: day(number * 9), number, numeration: "REC", amount_net: 10 * number, amount_vat: 2.2 * number },
      ...{ amount_gross: 12.2 * number, type: number % 2 ? "sales_receipt" : "till_receipt", description: "cassa 1" },
      items_list: [
        { id: base + 90 + number, amount_net: 10 * number, amount_gross: 12.2 * number, category: "altro", vat: VAT },
      ],
    });
    put(tables, DOCUMENT, base + 60 + number, company, documentFields(number, base));
  }
  for (const number of numbersTo(3)) {
    put(tables, PAYMENT_METHOD, base + 80 + number, company, {
      ...{ name: ["Contanti", "Bonifico", "Carta"][number - 1] ?? "Carta", is_default: number === 1 },
      details: [{ title: "Banca", description: `Filiale ${number}` }],
    });
  }
}

function documentFields(number: number, base: number): JsonObject {
  const price = 25 * number;
  return {
    ...{ type: number % 4 === 0 ? "quote" : "invoice", number, numeration: "/A", date: day(number * 5) },
    entity: { id: base + number, name: `Officina ${number} S.r.l.`, country: "Italia" },
    ...{ subject: `Lavoro ${number}`, visible_subject: "", is_marked: number === 2 },
    items_list: [
      {
        id: base + 300 + number,
        product_id: base + 20 + number,
        name: `Tavolo ${number}`,
        qty: 2,
        net_price: price,
        vat: VAT,
      },
    ],
    payments_list: [
      {
        id: base + 400 + number,
        due_date: day(30 + number),
        amount: 61 * number,
        status: number % 2 ? "paid" : "not_paid",
      },
    ],
  };
}

/** The data of a new server: two companies of the user. */
export function seed(): Tables {
  const tables = new Tables();
  const company = { type: "company", fic_plan: "premium", fic_license_expire: "2027-12-31" };
  tables.put("company", COMPANY, { id: COMPANY, name: "Rossi S.r.l.", ...company, connection_id: 71 });
  tables.put("company", OTHER, { id: OTHER, name: "Bianchi S.n.c.", ...company, connection_id: 72 });
  seedCompany(tables, COMPANY, 100);
  seedCompany(tables, OTHER, 500);
  const binned = tables.get("document", 167);
  tables.remove("document", 167);
  tables.put("bin", 167, binned);
  return tables;
}
