import { asList } from "#openapi/document/document.js";
import { inValidQuery } from "../../../change.js";
import { changeRow, type Fault } from "../../variations.js";
import { after, forgets, isOld, listing, paging, rowBefore, stillListing, storing } from "./variations.js";

const CREATES = "POST: Create a new Company object";
const LISTS = "GET: Return list of objects";
const DETAIL = "API endpoint for detail of a single Company object.";
const PATCH = ["company_partial_update"];
const SAVES = ["company_create", "company_update", "company_partial_update"];

/** Companies that are stored, changed, listed or deleted in another way than the server says. */
const OF_COMPANIES: Fault[] = [
  { title: "forgets new companies", needsTwo: true, breaks: CREATES, respond: forgets("company_create") },
  { title: "forgets changes of companies", needsTwo: true, breaks: DETAIL, respond: forgets(...PATCH) },
  {
    title: "forgets companies that are put",
    needsTwo: true,
    breaks: "#/paths/~1api~1company~1{id}~1/put",
    respond: forgets("company_update"),
  },
  {
    title: "deletes no company",
    needsTwo: true,
    breaks: "#/paths/~1api~1company~1{id}~1/delete",
    respond: forgets("company_destroy"),
  },
  {
    title: "does not list new companies",
    needsTwo: true,
    breaks: LISTS,
    respond: listing(["company_list"], (items) => items.filter(isOld)),
  },
  {
    title: "stores the link of a company as its website too",
    needsTwo: true,
    breaks: "Company website URL",
    respond: storing(SAVES, "company", (row) => ({ ...row, website: row.link ?? "" })),
  },
  {
    title: "gives the tax id of a change to all companies",
    needsTwo: true,
    breaks: DETAIL,
    respond: after(PATCH, ({ state, sent: { tax_id } }) => {
      if (tax_id === undefined) return;
      for (const { pk } of state.rows("company")) changeRow(state, "company", pk, (row) => ({ ...row, tax_id }));
    }),
  },
  {
    title: "empties the phone number of a company that is changed",
    needsTwo: true,
    breaks: "Contact phone number",
    respond: storing(PATCH, "company", (row) => ({ ...row, phone: "" })),
  },
  {
    title: "stores new companies as inactive ones",
    needsTwo: true,
    breaks: "Is this company active?",
    respond: storing(["company_create"], "company", (row) => ({ ...row, active: false })),
  },
  {
    title: "deletes the company that was created before as well",
    needsTwo: true,
    breaks: DETAIL,
    respond: after(["company_destroy"], ({ state, id }) => {
      state.remove("company", String(rowBefore(state, "company", id)?.pk));
    }),
  },
  {
    title: "still counts deleted companies",
    needsTwo: true,
    breaks: LISTS,
    respond: async (request, next, context) => {
      const { memory, operation, state } = context;
      const before = state.rows("company").length;
      const response = await paging(["company_list"], (page) => ({
        ...page,
        count: Number(page.count) + (memory.get("deleted") ?? 0),
      }))(request, next, context);
      const isDeletion = operation === "company_destroy" && state.rows("company").length < before;
      if (isDeletion) memory.set("deleted", 1 + (memory.get("deleted") ?? 0));
      return response;
    },
  },
  {
    title: "adds the tags of a change to the stored ones",
    needsTwo: true,
    breaks: "#/components/schemas/PatchedCompany/properties/tags",
    respond: storing(PATCH, "company", (row, { sent, before }) =>
      sent.tags === undefined
        ? row
        : { ...row, tags: [...asList(before.find("company", row.pk)?.tags), ...asList(sent.tags)] },
    ),
  },
  {
    title: "lists companies without their descriptions",
    needsTwo: true,
    breaks: "Description of the company",
    respond: listing(["company_list"], (items) => items.map((item) => ({ ...item, description: "" }))),
  },
  {
    title: "stores names of companies in small letters",
    needsTwo: true,
    breaks: "#/components/schemas/Company/properties/name",
    respond: storing(SAVES, "company", (row) => ({ ...row, name: String(row.name).toLowerCase() })),
  },
];

const OF_CONTACTS: Fault[] = [
  {
    title: "adds new contacts to the first company",
    needsTwo: true,
    breaks: "#/components/schemas/Contact/properties/company",
    respond: storing(["company_contact_create"], "contact", (row) => ({ ...row, company: 1 })),
  },
  {
    title: "keeps the role of a contact that is changed",
    needsTwo: true,
    breaks: "#/components/schemas/PatchedContact/properties/role",
    respond: storing(["company_contact_partial_update"], "contact", (row, { before }) => ({
      ...row,
      role: before.find("contact", row.pk)?.role ?? "",
    })),
  },
  {
    title: "swaps the name and the role of stored contacts",
    needsTwo: true,
    breaks: "#/components/schemas/Contact/properties/role",
    respond: storing(["company_contact_create", "company_contact_update"], "contact", (row) => ({
      ...row,
      name: row.role ?? "",
      role: row.name ?? "",
    })),
  },
  {
    title: "deletes all contacts of the company",
    needsTwo: true,
    breaks: "#/paths/~1api~1company~1contact~1{id}~1/delete",
    respond: after(["company_contact_destroy"], ({ state, id, before }) => {
      const deleted = before.find("contact", id);
      for (const row of state.rows("contact")) {
        if (row.company === deleted?.company) state.remove("contact", String(row.pk));
      }
    }),
  },
  {
    title: "deletes no contact of a list of contacts",
    needsTwo: true,
    breaks: "Perform a DELETE operation against this list endpoint.",
    respond: forgets("company_contact_bulk_destroy"),
  },
  {
    title: "still lists deleted contacts",
    needsTwo: true,
    breaks: "#/paths/~1api~1company~1contact~1{id}~1/delete",
    respond: stillListing(["company_contact_destroy"], "company_contact_list", "contact"),
  },
  {
    title: "begins each page of contacts but the first one too late",
    needsTwo: true,
    breaks: "The initial index from which to return the results.",
    respond: inValidQuery("company_contact_list", (query) => {
      const offset = Number(query.get("offset") ?? 0);
      if (offset > 0) query.set("offset", String(offset + 1));
    }),
  },
];

/** Servers that mix up companies or contacts. Each needs two exchanges. */
export const COMPANY_FAULTS: Fault[] = [...OF_COMPANIES, ...OF_CONTACTS];
