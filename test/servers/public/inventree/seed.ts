import type { JsonObject } from "#openapi/document/document.js";
import { numbersTo, seededTime, Tables } from "../tables.js";
import { COMPANY, CONTACT } from "./companies.js";
import { LINE, ORDER } from "./orders.js";
import type { Kind } from "./rows.js";

const day = (number: number) => new Date(seededTime(number)).toISOString().slice(0, 10);

const NAMES = ["Fjordlys", "Nordkabel", "Bolt & Co", "Sensorik", "Eisenhof", "Papillon", "Quarzwerk"];

function put(tables: Tables, kind: Kind, pk: number, fields: JsonObject): void {
  tables.put(kind.table, pk, { pk, ...kind.defaults, ...fields });
}

/** What other parts of the product have, which the document names only. */
function seedOthers(tables: Tables): void {
  for (const pk of numbersTo(3)) {
    tables.put("project", pk, { pk, code: `PRJ-${pk}` });
    tables.put("owner", pk, { pk });
    tables.put("user", pk, { pk });
    tables.put("address", pk, { pk });
    tables.put("location", pk, { pk });
  }
}

/** The data of a new server. */
export function seed(): Tables {
  const tables = new Tables();
  seedOthers(tables);
  for (const [index, name] of NAMES.entries()) {
    put(tables, COMPANY, index + 1, {
      ...{
        name,
        description: `Supplies of ${name}`,
        website: `https://${index + 1}.example.org/`,
        tax_id: `T-${index}`,
      },
      ...{ currency: index % 2 ? "EUR" : "USD", active: index !== 4, is_customer: index > 4, is_supplier: index < 5 },
      ...{ is_manufacturer: index % 3 === 0, parts_supplied: 4 + index, parts_manufactured: index, tags: ["region"] },
    });
    for (const number of numbersTo(2)) {
      const pk = 10 + 2 * index + number;
      put(tables, CONTACT, pk, {
        ...{ company: index + 1, name: `Contact ${pk}`, phone: `+47 22 00 ${pk}`, email: `c${pk}@example.org` },
        role: number === 1 ? "sales" : "support",
      });
    }
  }
  const created = { pk: 1, username: "purchasing", first_name: "Ada", last_name: "Berg", email: "ada@example.org" };
  for (const number of numbersTo(9)) {
    const status = [10, 20, 25, 30, 40][number % 5] ?? 10;
    put(tables, ORDER, 30 + number, {
      ...{ reference: `PO-00${number}`, supplier: 1 + (number % 5), description: `Delivery ${number}`, status },
      ...{ creation_date: day(number), target_date: number % 2 ? day(90 + number) : null, start_date: null },
      ...{ created_by: created, issue_date: status === 10 ? null : day(number + 3), barcode_hash: "" },
      ...{ complete_date: status === 30 ? day(number + 20) : null, line_items: number % 3, completed_lines: 0 },
      ...{ contact: number % 4 ? null : 11 + 2 * (number % 5), project_code: number % 3 ? null : 2, responsible: 1 },
      ...{
        supplier_reference: `S-${number}`,
        order_currency: "USD",
        updated_at: new Date(seededTime(number)).toISOString(),
      },
    });
    for (const line of numbersTo(2)) {
      put(tables, LINE, 50 + 2 * number + line, {
        ...{
          order: 30 + number,
          line: String(line),
          description: `Freight ${number}`,
          reference: `X-${number}-${line}`,
        },
        ...{
          price: `${12 * line}.5`,
          price_currency: "USD",
          quantity: line + number,
          notes: `Part ${line} of the order`,
        },
      });
    }
  }
  return tables;
}
