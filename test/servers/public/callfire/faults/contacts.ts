import { asObject } from "#openapi/document/document.js";
import { without } from "../../../change.js";
import { type Fault, stillShowing } from "../../variations.js";
import {
  after,
  alsoBefore,
  deletingBefore,
  forgets,
  keeping,
  keepingFields,
  listing,
  membersOf,
  notListingNew,
  paging,
  takingFirst,
} from "./variations.js";

const needsTwo = true;

const CREATES = "Creates contacts in CallFire system.";
const UPDATES = "Updates a single contact instance with id specified.";
const DELETED = "Deleted contacts can be still retrieved but will be marked as deleted.";
const HIDDEN = "Deleted contacts will not be shown in search request.";

/** Faults of contacts, which need two exchanges. */
const OF_CONTACTS: Fault[] = [
  { title: "forgets new contacts", breaks: CREATES, needsTwo, respond: forgets("createContacts") },
  {
    title: "stores contacts without their last names",
    breaks: "A last name of a contact",
    needsTwo,
    respond: keeping(["createContacts"], "contact", (row) => without(row, "lastName")),
  },
  {
    title: "stores contacts without their properties",
    breaks: "Map of user-defined string properties for contact",
    needsTwo,
    respond: keeping(["createContacts"], "contact", (row) => without(row, "properties")),
  },
  {
    title: "stores the mobile phone of new contacts as their home phone",
    breaks: "#/components/schemas/Contact/properties/mobilePhone",
    needsTwo,
    respond: keeping(["createContacts"], "contact", ({ mobilePhone, ...row }) =>
      mobilePhone === undefined ? row : { ...row, homePhone: mobilePhone },
    ),
  },
  {
    title: "cuts first names after eight letters",
    breaks: "A first name of a contact",
    needsTwo,
    respond: keeping(["createContacts", "updateContact"], "contact", (row) =>
      row.firstName === undefined ? row : { ...row, firstName: String(row.firstName).slice(0, 8) },
    ),
  },
  {
    title: "stores the zip codes of contacts as numbers",
    breaks: "A Zip code of a contact",
    needsTwo,
    respond: keeping(["createContacts"], "contact", (row) =>
      row.zipcode === undefined ? row : { ...row, zipcode: String(Number.parseInt(String(row.zipcode), 10) || 0) },
    ),
  },
  {
    title: "does not list new contacts",
    breaks: "Returns a paged list of contacts",
    needsTwo,
    ...notListingNew("findContacts", "contact"),
  },
  { title: "forgets changes of contacts", breaks: UPDATES, needsTwo, respond: forgets("updateContact") },
  {
    title: "keeps the first name of contacts that are changed",
    breaks: UPDATES,
    needsTwo,
    respond: keepingFields(["updateContact"], "contact", "firstName"),
  },
  {
    title: "keeps the properties of contacts that are changed",
    breaks: "Map of user-defined string properties for contact",
    needsTwo,
    respond: keepingFields(["updateContact"], "contact", "properties"),
  },
  {
    title: "keeps the external ids of contacts that are changed",
    breaks: "An external id of a contact for syncing with external sources",
    needsTwo,
    respond: keepingFields(["updateContact"], "contact", "externalId", "externalSystem"),
  },
  {
    title: "gives the last name of a changed contact to the contact before as well",
    breaks: UPDATES,
    needsTwo,
    respond: alsoBefore(["updateContact"], "contact", (row, { lastName = "" }) => ({ ...row, lastName })),
  },
  {
    title: "marks contacts as deleted when they are changed",
    breaks: "A deleted contact, deleted contacts are hidden from search results",
    needsTwo,
    respond: keeping(["updateContact"], "contact", (row) => ({ ...row, deleted: true })),
  },
  {
    title: "deletes no contact",
    breaks: "Deletes a contact instance from account",
    needsTwo,
    respond: forgets("deleteContact"),
  },
  {
    title: "does not mark deleted contacts",
    breaks: DELETED,
    needsTwo,
    respond: async (_, next, { operation, state }) => {
      if (operation !== "getContact") return next();
      const rows = state.rows("contact");
      for (const row of rows) state.put("contact", String(row.id), { ...row, deleted: false });
      const response = await next();
      for (const row of rows) state.put("contact", String(row.id), row);
      return response;
    },
  },
  {
    title: "finds no deleted contacts by their ids in the path",
    breaks: DELETED,
    needsTwo,
    respond: after(["deleteContact"], ({ state, named }) => state.remove("contact", named)),
  },
  {
    title: "still lists deleted contacts",
    breaks: HIDDEN,
    needsTwo,
    respond: async (_, next, { operation, state }) => {
      if (operation !== "findContacts") return next();
      const rows = state.rows("contact");
      for (const row of rows) state.put("contact", String(row.id), without(row, "deleted"));
      const response = await next();
      for (const row of rows) state.put("contact", String(row.id), row);
      return response;
    },
  },
  {
    title: "marks the contact before as deleted as well",
    breaks: "Deletes a contact instance from account",
    needsTwo,
    respond: alsoBefore(["deleteContact"], "contact", (row) => ({ ...row, deleted: true })),
  },
];

const NAME = "A name of a contact list";
const ITEMS = "Searches for all entries in a contact list with specified id.";
const REMOVES = "Deletes a single contact from a contact list";

/** Faults of contact lists, which need two exchanges. */
const OF_LISTS: Fault[] = [
  {
    title: "forgets new lists",
    breaks: "Creates a contact list for use with campaigns",
    needsTwo,
    respond: forgets("createContactList"),
  },
  {
    title: "stores the names of lists in small letters",
    breaks: NAME,
    needsTwo,
    respond: keeping(["createContactList"], "list", (row) => ({ ...row, name: String(row.name).toLowerCase() })),
  },
  {
    title: "stores new lists without their contacts",
    breaks: "A List of Contact objects, a list of String E.164 numbers, or a list of CallFire contactIds can be used",
    needsTwo,
    respond: keeping(["createContactList"], "list", (row) => ({ ...row, contactIds: [] })),
  },
  {
    title: "adds only the first number to new lists",
    breaks: "List of numbers in E.164 format (11-digit).",
    needsTwo,
    respond: takingFirst(["createContactList"], "contactNumbers"),
  },
  {
    title: "ignores which type of numbers new lists have",
    breaks: "specifies which types of phone numbers are included to a contact list",
    needsTwo,
    respond: keeping(["createContactList"], "contact", ({ workPhone, mobilePhone, ...row }) => ({
      ...row,
      homePhone: row.homePhone ?? workPhone ?? mobilePhone ?? "",
    })),
  },
  {
    title: "does not list new lists",
    breaks: "Returns a paged list of contact lists",
    needsTwo,
    ...notListingNew("findContactLists", "list"),
  },
  {
    title: "changes the moment in which a list was created",
    breaks: "#/components/schemas/ContactList/properties/created",
    needsTwo,
    respond: keeping(["updateContactList"], "list", (row) => ({ ...row, created: Date.now() + 5000 })),
  },
  {
    title: "forgets changes of lists",
    breaks: "Updates contact list instance.",
    needsTwo,
    respond: forgets("updateContactList"),
  },
  {
    title: "empties lists that are renamed",
    breaks: "Updates contact list instance.",
    needsTwo,
    respond: keeping(["updateContactList"], "list", (row) => ({ ...row, contactIds: [] })),
  },
  {
    title: "renames the list before as well",
    breaks: "Updates contact list instance.",
    needsTwo,
    respond: alsoBefore(["updateContactList"], "list", (row, { name = "" }) => ({ ...row, name })),
  },
  {
    title: "deletes no list",
    breaks: "Deletes a contact list, included contacts will not be deleted.",
    needsTwo,
    respond: forgets("deleteContactList"),
  },
  {
    title: "still lists deleted lists",
    breaks: "Deletes a contact list, included contacts will not be deleted.",
    needsTwo,
    respond: stillShowing("deleteContactList", ["findContactLists"], "list"),
  },
  {
    title: "deletes the list before as well",
    breaks: "Deletes a contact list, included contacts will not be deleted.",
    needsTwo,
    respond: deletingBefore("deleteContactList", "list"),
  },
  {
    title: "deletes the contacts of a deleted list",
    breaks: "included contacts will not be deleted.",
    needsTwo,
    respond: after(["deleteContactList"], ({ state, before, named }) => {
      for (const id of membersOf(before.find("list", named))) {
        state.put("contact", String(id), { ...asObject(state.find("contact", id) ?? {}), deleted: true });
      }
    }),
  },
  {
    title: "adds no contacts to lists",
    breaks: "Adds contacts to a contact list.",
    needsTwo,
    respond: forgets("addContactListItems"),
  },
  {
    title: "replaces the contacts of a list when some are added",
    breaks: "Adds contacts to a contact list.",
    needsTwo,
    respond: keeping(["addContactListItems"], "list", (row, { before, named }) => {
      const earlier = membersOf(before.find("list", named));
      return { ...row, contactIds: membersOf(row).filter((id) => !earlier.includes(id)) };
    }),
  },
  {
    title: "adds only the first contact to lists",
    breaks: "A list of new contact objects which need to be added",
    needsTwo,
    respond: takingFirst(["addContactListItems"], "contacts"),
  },
  {
    title: "adds contacts to the first list",
    breaks: "Adds contacts to a contact list.",
    needsTwo,
    respond: after(["addContactListItems"], ({ state, before, named }) => {
      const added = membersOf(state.find("list", named)).filter(
        (id) => !membersOf(before.find("list", named)).includes(id),
      );
      state.put("list", named, before.get("list", named));
      const [first = {}] = state.rows("list");
      state.put("list", String(first.id), { ...first, contactIds: [...membersOf(first), ...added] });
    }),
  },
  {
    title: "removes no contacts from lists in bulk",
    breaks: "Deletes contacts from a contact list.",
    needsTwo,
    respond: forgets("removeContactListItems"),
  },
  {
    title: "removes all contacts from a list in bulk",
    breaks: "List the contact ids in request to delete multiple contacts with one request.",
    needsTwo,
    respond: keeping(["removeContactListItems"], "list", (row) => ({ ...row, contactIds: [] })),
  },
  {
    title: "removes no single contact from lists",
    breaks: REMOVES,
    needsTwo,
    respond: forgets("removeContactListItem"),
  },
  {
    title: "removes all contacts from a list with one",
    breaks: REMOVES,
    needsTwo,
    respond: keeping(["removeContactListItem"], "list", (row) => ({ ...row, contactIds: [] })),
  },
  {
    title: "deletes a contact that is removed from a list",
    breaks: REMOVES,
    needsTwo,
    respond: after(["removeContactListItem"], ({ state, id }) => {
      state.put("contact", id, { ...asObject(state.find("contact", id) ?? {}), deleted: true });
    }),
  },
  {
    title: "shows one contact as the size of all lists that it finds",
    breaks: "A number of contacts in a contact list",
    needsTwo,
    respond: listing(["findContactLists"], (items) =>
      items.map((item) => (item.size === undefined ? item : { ...item, size: 1 })),
    ),
  },
  {
    title: "lists the contacts of all lists",
    breaks: ITEMS,
    needsTwo,
    respond: async (request, next, { operation, state }) => {
      if (operation !== "getContactListItems") return next();
      const rows = state.rows("list");
      const contactIds = [...new Set(rows.flatMap(membersOf))];
      for (const row of rows) state.put("list", String(row.id), { ...row, contactIds });
      const response = await next(request);
      for (const row of rows) state.put("list", String(row.id), row);
      return response;
    },
  },
  {
    title: "begins the second page of lists with the last list of the first",
    breaks: "Offset to the start of a given page.",
    needsTwo,
    respond: async (request, next, { operation }) => {
      const offset = Number(request.query.get("offset") ?? 0);
      if (operation !== "findContactLists" || !(offset > 0)) return next();
      const query = new URLSearchParams(request.query);
      query.set("offset", String(offset - 1));
      return next({ ...request, query });
    },
  },
  {
    title: "skips a contact between two pages",
    breaks: "Offset to the start of a given page.",
    needsTwo,
    respond: async (request, next, { operation }) => {
      const offset = Number(request.query.get("offset") ?? 0);
      if (operation !== "findContacts" || !(offset > 0)) return next();
      const query = new URLSearchParams(request.query);
      query.set("offset", String(offset + 1));
      return next({ ...request, query });
    },
  },
  {
    title: "counts only the contacts on the page",
    breaks: "Total count of available results.",
    needsTwo,
    respond: paging(["findContacts"], (page, items) => ({ ...page, totalCount: items.length })),
  },
];

export const CONTACT_FAULTS: Fault[] = [...OF_CONTACTS, ...OF_LISTS];
