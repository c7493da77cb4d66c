import { asObject } from "#openapi/document/document.js";
import { inSuccesses, inValidQuery, without } from "../../../change.js";
import { empty, json } from "../../../service.js";
import type { Fault } from "../../variations.js";
import { inData, listing, paging, sending, showing } from "./variations.js";

const LIMIT = "The maximum count of returned elements";
const COLLECTIONS = "getAllCollectionsOfOrganization";

const OF_LISTS: Fault[] = [
  {
    title: "counts the collections of a page only",
    breaks: "The total number of elements",
    respond: paging([COLLECTIONS], (page, items) => ({ ...page, total: items.length })),
  },
  {
    title: "ignores the limit of collections",
    breaks: LIMIT,
    respond: inValidQuery(COLLECTIONS, (query) => query.delete("limit")),
  },
  {
    title: "sends one element more than the limit",
    breaks: LIMIT,
    respond: inValidQuery("listElementsOfCollection", (query) => {
      const limit = query.get("limit");
      if (limit !== null) query.set("limit", String(Number(limit) + 1));
    }),
  },
  {
    title: "lists the API keys of all organizations",
    breaks: "The namespace of the organization to search in.",
    respond: inValidQuery("listAllApiKeysOfOrganization", (query) => query.delete("organizationId")),
  },
  {
    title: "ignores which type of collections is requested",
    breaks: "Filter by this type",
    respond: inValidQuery(COLLECTIONS, (query) => query.delete("type")),
  },
  {
    title: "ignores which label of collections is requested",
    breaks: "Filter by this label",
    respond: inValidQuery(COLLECTIONS, (query) => query.delete("label")),
  },
  {
    title: "ignores the prefix of labels",
    breaks: "Filter by this label prefix",
    respond: inValidQuery(COLLECTIONS, (query) => query.delete("labelPrefix")),
  },
  {
    title: "lists items of the history of all types",
    breaks: "Show only entries matching one of the given history item types.",
    respond: inValidQuery("filteredList", (query) => query.delete("type")),
  },
  {
    title: "lists private items of the history although they are not requested",
    breaks: "Also return private history entries",
    respond: inValidQuery("filteredList", (query) => query.delete("includePrivate")),
  },
  {
    title: "lists items of the history from before the requested moment",
    breaks: "From date time as UTC Date-Time format",
    respond: inValidQuery("filteredList", (query) => query.delete("fromDate")),
  },
  {
    title: "sends the offset of a page as a text",
    breaks: "#/components/schemas/PaginatedResponseOfApiKeyPresentation/properties/offset/type",
    respond: paging(["listAllApiKeysOfOrganization"], (page) => ({ ...page, offset: String(page.offset) })),
  },
  {
    title: "sends pages of organizations without their limit",
    breaks: "#/components/schemas/PaginatedResponseOfOrganization/required",
    respond: paging(["getOrganizationsOfUser"], (page) => without(page, "limit")),
  },
];

const OF_FORMS: Fault[] = [
  {
    title: "sends the ids of organizations as texts",
    breaks: "#/components/schemas/Organization/properties/id/type",
    respond: showing(["findOrganization", "createOrganization"], (row) => ({ ...row, id: String(row.id) })),
  },
  {
    title: "shows the moment of creation of an API key as a date",
    breaks: "#/components/schemas/ApiKeyPresentation/properties/createdAt/type",
    respond: showing(["getApiKey"], (row) => ({ ...row, createdAt: new Date(Number(row.createdAt) * 1000).toJSON() })),
  },
  {
    title: "lists API keys without their creators",
    breaks: "#/components/schemas/ApiKeyPresentation/required",
    respond: listing(["listAllApiKeysOfOrganization"], (items) => items.map((item) => without(item, "createdBy"))),
  },
  {
    title: "sends an unknown physical state of GUIDs",
    breaks: "#/components/schemas/Guid/properties/physicalState/enum",
    respond: showing(["getGuid"], (guid) => ({ ...guid, physicalState: "LOOSE" })),
  },
  {
    title: "sends aliases as a list",
    breaks: "#/paths/~1api~1v1~1id4ns~1{id4n}~1alias/get/responses/200",
    respond: inData(["getGuidAliases"], (aliases) => Object.values(asObject(aliases)).map((alias) => alias ?? "")),
  },
  {
    title: "sends the visibility of an item of the history as a flag",
    breaks: "#/components/schemas/HistoryItem/properties/visibility",
    respond: listing(["filteredList"], (items) =>
      items.map((item) => ({ ...item, visibility: asObject(item.visibility).public ?? false })),
    ),
  },
  {
    title: "sends new collections as bare ids",
    breaks: "#/components/schemas/Id4n",
    respond: inData(["createCollection"], (body) => asObject(body).id4n ?? ""),
  },
  {
    title: "creates one GUID less than requested",
    breaks: "The total number of GUIDs to create",
    respond: showing(["createGuid"], ({ id4ns }) => ({ id4ns: [id4ns ?? []].flat().slice(1) })),
  },
  {
    title: "deletes API keys with 204",
    breaks: "#/paths/~1api~1v1~1apikeys~1{key}/delete/responses/200",
    respond: inSuccesses(["deleteApiKey"], () => empty(204)),
  },
  {
    title: "creates organizations with 203",
    breaks: "#/paths/~1api~1v1~1organizations/post/responses/200",
    respond: inSuccesses(["createOrganization"], (response) => ({ ...response, status: 203 })),
  },
  {
    title: "shows the first organization for each namespace",
    breaks: "The namespace of the organization to be retrieved.",
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      const { id = 0, name = "", namespace = "" } = state.get("organization", "de.eisenhof");
      const isMeant = operation === "findOrganization" && response.status === 200;
      return isMeant ? json(200, { id, name, namespace }) : response;
    },
  },
  {
    title: "stores no company names of billing addresses",
    breaks: "#/components/schemas/OrganizationAddress/properties/companyName",
    respond: sending(["updateOrganizationBillingAddress"], (sent) => without(sent, "companyName")),
  },
  {
    title: "creates API keys with the first letter of their labels",
    breaks: "The label / name of the api key",
    respond: sending(["createNewApiKey"], (sent) => ({ ...sent, label: String(sent.label).slice(0, 1) })),
  },
];

/** Servers whose responses show a fault alone. */
export const RESPONSE_FAULTS: Fault[] = [...OF_LISTS, ...OF_FORMS];
