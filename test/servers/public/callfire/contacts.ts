import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { empty, json, type ReadRequest, Rejection } from "../../service.js";
import type { Tables } from "../tables.js";
import { added, failed, type Handlers, needed, page, rejectNoNumbers, sentIn, shown, valuesOf } from "./rows.js";

const PHONES = ["homePhone", "mobilePhone", "workPhone", "extraPhone1", "extraPhone2", "extraPhone3"];
const OF_CONTACT = [...PHONES, "firstName", "lastName", "zipcode", "externalId", "externalSystem", "properties"];
const SYSTEMS = [
  ...["NATION_BUILDER", "SALES_FORCE_CONTACTS", "SALES_FORCE_LEADS", "SALES_FORCE_REPORTS", "ZOHO", "MAIL_CHIMP"],
];
const NUMBER_FIELDS = ["homePhone", "workPhone", "mobilePhone"];

/** The contact in a body. */
function contactIn(body: Json): JsonObject {
  const contact = sentIn(body, OF_CONTACT);
  rejectNoNumbers(PHONES.flatMap((name) => contact[name] ?? []));
  const { externalSystem } = contact;
  if (externalSystem !== undefined && !SYSTEMS.includes(String(externalSystem))) {
    throw new Rejection(400, "the external system is unknown");
  }
  return contact;
}

/** Contacts that are not deleted. */
function present(tables: Tables): JsonObject[] {
  return tables.rows("contact").filter(({ deleted }) => deleted !== true);
}

/** A contact that is not deleted. */
function presentContact(tables: Tables, id: Json | undefined): JsonObject {
  const contact = tables.get("contact", id);
  if (contact.deleted === true) throw new Rejection(404, "the contact is deleted");
  return contact;
}

function addContact(tables: Tables, fields: JsonObject): JsonObject {
  return added(tables, "contact", { ...fields, deleted: false });
}

/** The ids of the contacts of a list. */
function idsOf(list: JsonObject): Json[] {
  return asList(list.contactIds);
}

/** The contacts that a body names or has, the new ones created. */
function contactsIn(tables: Tables, { body }: ReadRequest): Json[] {
  const sent = sentIn(body, ["contacts", "contactNumbers", "contactNumbersField", "contactIds"]);
  const field = String(sent.contactNumbersField ?? "homePhone");
  if (!NUMBER_FIELDS.includes(field)) throw new Rejection(400, "contactNumbersField is not a type of numbers");
  const numbers = asList(sent.contactNumbers ?? []);
  rejectNoNumbers(numbers);
  const contacts = asList(sent.contacts ?? []).map(contactIn);
  const ids = asList(sent.contactIds ?? []);
  for (const id of ids) {
    const contact = tables.find("contact", id);
    if (!contact || contact.deleted === true) throw new Rejection(400, "such a contact does not exist");
  }
  const made = [...contacts, ...numbers.map((number) => ({ [field]: number }))];
  return [...ids, ...made.map((contact) => addContact(tables, contact).id ?? 0)];
}

/** A list as responses show it. */
function listShown({ contactIds, ...list }: JsonObject): JsonObject {
  return { ...list, size: asList(contactIds).length };
}

function withIds(tables: Tables, list: JsonObject, ids: readonly Json[]): void {
  tables.put("list", String(list.id), { ...list, contactIds: [...new Set(ids)] });
}

/** The contacts of a list, in the order in which they were added. */
function itemsOf(tables: Tables, list: JsonObject): JsonObject[] {
  return idsOf(list).flatMap((id) => {
    const contact = tables.find("contact", id);
    return contact ? [contact] : [];
  });
}

/** Contacts that a search wants. */
function foundIn(tables: Tables, { query }: ReadRequest): JsonObject[] {
  const rows = present(tables);
  const ids = valuesOf(query.id);
  if (ids) return rows.filter(({ id = 0 }) => ids.includes(id));
  const numbers = valuesOf(query.number);
  if (numbers) return rows.filter((row) => PHONES.some((name) => numbers.includes(row[name] ?? null)));
  const { contactListId, propertyName, propertyValue } = query;
  const list = contactListId === undefined ? undefined : tables.find("list", contactListId);
  const members = list ? idsOf(list) : [];
  return rows
    .filter(({ id = 0 }) => contactListId === undefined || members.includes(id))
    .filter((row) => {
      if (propertyName === undefined || propertyValue === undefined) return true;
      const name = String(propertyName);
      return (asObject(row.properties ?? {})[name] ?? row[name]) === propertyValue;
    });
}

const CONTACTS_ALONE: Handlers = {
  findContacts: (request, tables) => page(foundIn(tables, request), request),
  createContacts(request, tables) {
    const sent = asList(request.body ?? []).map(contactIn);
    if (sent.length === 0) return failed(400, "there are no contacts");
    return json(200, { items: sent.map((contact) => ({ id: addContact(tables, contact).id ?? 0 })) });
  },
  getContact: (request, tables) => shown(tables.get("contact", request.path.id), request),
  updateContact({ path, body }, tables) {
    const contact = presentContact(tables, path.id);
    tables.put("contact", String(path.id), { ...contact, ...contactIn(body ?? {}) });
    return empty(200);
  },
  deleteContact({ path }, tables) {
    const contact = presentContact(tables, path.id);
    tables.put("contact", String(path.id), { ...contact, deleted: true });
    for (const list of tables.rows("list")) {
      if (idsOf(list).includes(contact.id ?? 0)) {
        withIds(
          tables,
          list,
          idsOf(list).filter((id) => id !== contact.id),
        );
      }
    }
    return empty(200);
  },
};

const ORDERS = ["id", "name", "size", "created"];

function inOrder(rows: JsonObject[], by: string): JsonObject[] {
  if (!ORDERS.includes(by)) return rows;
  return rows.toSorted((left, right) => {
    const [first = 0, second = 0] = [left[by], right[by]];
    if (typeof first === "number" && typeof second === "number") return first - second;
    return String(first) < String(second) ? -1 : Number(String(first) > String(second));
  });
}

function isWanted({ name, size }: JsonObject, { query }: ReadRequest): boolean {
  const [text, wanted] = [String(name), String(query.name ?? "")];
  const fits = query.exactMatch === true ? text === wanted : text.toLowerCase().includes(wanted.toLowerCase());
  if (query.name !== undefined && !fits) return false;
  return query.contactCount === undefined || size === query.contactCount;
}

const LISTS: Handlers = {
  findContactLists(request, tables) {
    const rows = tables.rows("list").map(listShown);
    const found = rows.filter((row) => isWanted(row, request));
    return page(inOrder(found, String(request.query.orderBy ?? "")), request);
  },
  createContactList(request, tables) {
    const fields = sentIn(request.body, ["name"]);
    needed(fields, "name");
    const contactIds = [...new Set(contactsIn(tables, request))];
    const list = added(tables, "list", { ...fields, status: "ACTIVE", created: Date.now(), contactIds });
    return shown(listShown(list), request);
  },
  getContactList: (request, tables) => shown(listShown(tables.get("list", request.path.id)), request),
  updateContactList({ path, body }, tables) {
    const list = tables.get("list", path.id);
    tables.put("list", String(path.id), { ...list, ...sentIn(body, ["name"]) });
    return empty(200);
  },
  deleteContactList({ path }, tables) {
    tables.get("list", path.id);
    tables.remove("list", String(path.id));
    return empty(200);
  },
  getContactListItems: (request, tables) => page(itemsOf(tables, tables.get("list", request.path.id)), request),
  addContactListItems(request, tables) {
    const list = tables.get("list", request.path.id);
    const ids = contactsIn(tables, request);
    if (ids.length === 0) return failed(400, "there are no contacts");
    withIds(tables, list, [...idsOf(list), ...ids]);
    return empty(200);
  },
  removeContactListItems({ path, query }, tables) {
    const list = tables.get("list", path.id);
    const removed = valuesOf(query.contactId) ?? [];
    if (removed.length === 0) return failed(400, "contactId is needed");
    withIds(
      tables,
      list,
      idsOf(list).filter((id) => !removed.includes(id)),
    );
    return empty(200);
  },
  removeContactListItem({ path }, tables) {
    const list = tables.get("list", path.id);
    const left = idsOf(list).filter((id) => id !== path.contactId);
    if (left.length === idsOf(list).length) return failed(404, "the list does not have the contact");
    withIds(tables, list, left);
    return empty(200);
  },
};

export const CONTACTS: Handlers = { ...CONTACTS_ALONE, ...LISTS };
