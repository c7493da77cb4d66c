import Database from "libsql";
import { asObject, asText, type JsonObject } from "#openapi/document/document.js";
import { idOf, type Row } from "../row.js";

/** The rows of all tables of the database of Directus, its tables, and their columns. */
export function databaseRows(file: string): Row[] {
  const database = new Database(file, { readonly: true });
  try {
    const rowsOf = (sql: string) => database.prepare(sql).all().map(asObject);
    const tables = rowsOf("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => String(name));
    return tables.flatMap((name) => {
      const quoted = `"${name.replaceAll('"', '""')}"`;
      const columns = rowsOf(`PRAGMA table_info(${quoted})`);
      const keys = columns.filter(({ pk }) => pk !== 0).map((column) => String(column.name));
      const rows = rowsOf(`SELECT rowid AS "rowid ", * FROM ${quoted}`);
      return [
        tableRow(name),
        ...columns.map((column) => columnRow(name, column)),
        ...rows.map(({ "rowid ": rowid, ...row }) => {
          const key = keys.length > 0 ? keys.map((each) => String(row[each])).join(" ") : String(rowid);
          return dataRow(name, key, row);
        }),
      ];
    });
  } finally {
    database.close();
  }
}

/** A collection has a table, and a row with its settings. */
function tableRow(name: string): Row {
  return {
    kind: "tables",
    key: name,
    content: {},
    noun: "collection",
    names: [[name]],
    partOf: idOf({ kind: "directus_collections", key: name }),
    removals: ["/collections/*"],
  };
}

function columnRow(table: string, { cid: _, name, ...column }: JsonObject): Row {
  return {
    kind: "columns",
    key: `${table}.${String(name)}`,
    content: contentOf(column),
    noun: "field",
    names: [[table, String(name)]],
    partOf: idOf({ kind: "tables", key: table }),
    removals: ["/fields/*/*"],
  };
}

function dataRow(table: string, key: string, row: JsonObject): Row {
  const shared = { kind: table, key, content: contentOf(row) };
  const api = table.startsWith("directus_") ? `/${table.slice("directus_".length)}` : `/items/${table}`;
  const part = ownerOf(table, row);
  return {
    ...shared,
    noun: nounOf(table),
    names: [[key], ...otherNames(table, row)],
    partOf: part && idOf(part),
    removals: [`${api}/*`, api],
  };
}

/** A part of the name of one row, in lower case: `directus_policies` has `polic`. */
function nounOf(table: string): string {
  return table
    .replace(/^directus_/, "")
    .replace(/(?:ies|s)$/, "")
    .toLowerCase();
}

/** A field is named by its collection and its name too. */
function otherNames(table: string, { collection, many_collection: many, field, many_field: manyField }: JsonObject) {
  if (table === "directus_fields") return [[String(collection), String(field)]];
  return table === "directus_relations" ? [[String(many), String(manyField)]] : [];
}

/** The row that a row cannot be without. */
function ownerOf(table: string, row: JsonObject): { kind: string; key: string } | undefined {
  if (table === "directus_fields") {
    return { kind: "columns", key: `${asText(row.collection)}.${asText(row.field)}` };
  }
  if (table === "directus_access") {
    const [kind, key] = row.role !== null ? ["directus_roles", row.role] : ["directus_users", row.user];
    return key === null
      ? { kind: "directus_policies", key: String(row.policy) }
      : { kind: String(kind), key: String(key) };
  }
  return table.startsWith("directus_") ? undefined : { kind: "tables", key: table };
}

function contentOf(row: JsonObject): Record<string, string> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, JSON.stringify(value)]));
}
