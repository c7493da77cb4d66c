import { isObject } from "#openapi/document/document.js";
import { inSuccesses, without } from "../../../change.js";
import { json } from "../../../service.js";
import { type Fault, ignoring, reading } from "../../variations.js";
import { accepting, CRASH, crashesFor, listing, paging, showing, toValid } from "./variations.js";

const LIMIT = "To set the maximum number of records to return in a paged list response.";
const FIELDS = "Limit fields received in response.";
const NUMBER = "Phone number in E.164 format (11-digit). Example: 12132000384";

/** Faults of lists that one exchange shows. */
const OF_LISTS: Fault[] = [
  { title: "ignores the limit of contacts", breaks: LIMIT, respond: ignoring(["findContacts"], "limit") },
  {
    title: "sends one webhook more than the limit",
    breaks: LIMIT,
    respond: reading(["findWebhooks"], ["limit"], (limit) => String(Number(limit) + 1)),
  },
  {
    title: "ignores the limit of the contacts of a list",
    breaks: LIMIT,
    respond: ignoring(["getContactListItems"], "limit"),
  },
  {
    title: "repeats another offset than the requested one",
    breaks: "An offset from a start of paging source",
    respond: paging(["findDoNotContacts"], (page) => ({ ...page, offset: Number(page.offset ?? 0) + 1 })),
  },
  {
    title: "repeats another limit than the requested one",
    breaks: "A maximum number of returned items.",
    respond: paging(["findApiCredentials"], (page) => ({ ...page, limit: 100 })),
  },
  {
    title: "finds contacts with other ids",
    breaks: "A list of contact IDs.",
    respond: ignoring(["findContacts"], "id"),
  },
  {
    title: "finds contacts with other numbers",
    breaks: "Multiple contact numbers can be specified.",
    respond: ignoring(["findContacts"], "number"),
  },
  {
    title: "ignores which property of contacts is searched",
    breaks: "Name of a contact property to search by",
    respond: ignoring(["findContacts"], "propertyName", "propertyValue"),
  },
  {
    title: "ignores the name of lists that are searched",
    breaks: "A name or a partial name of a contact list",
    respond: ignoring(["findContactLists"], "name"),
  },
  {
    title: "ignores the prefix of numbers",
    breaks: "Prefix (1-10 digits) of phone numbers",
    respond: ignoring(["findDoNotContacts"], "prefix"),
  },
  {
    title: "lists the numbers of all campaigns",
    breaks: "A campaign id which was used to send a message to a DNC number",
    respond: ignoring(["findDoNotContacts"], "campaignId"),
  },
  {
    title: "lists the numbers of all sources",
    breaks: "A DNC source name to search for DNCs",
    respond: ignoring(["findDoNotContacts"], "source"),
  },
  {
    title: "lists numbers that may be called among the others",
    breaks: "Show only Do-Not-Call numbers",
    respond: ignoring(["findDoNotContacts"], "call"),
  },
  {
    title: "ignores the name of credentials that are searched",
    breaks: "Filter by name",
    respond: ignoring(["findApiCredentials"], "name"),
  },
  {
    title: "lists the webhooks of all resources",
    breaks: "A name of a resource, available values",
    respond: ignoring(["findWebhooks"], "resource"),
  },
  {
    title: "lists webhooks without the requested event",
    breaks: "A name of event, available values",
    respond: ignoring(["findWebhooks"], "event"),
  },
  {
    title: "lists enabled webhooks only when the others are requested",
    breaks: "Specifies whether webhook is enabled",
    respond: reading(["findWebhooks"], ["enabled"], (enabled) => String(enabled !== "true")),
  },
  {
    title: "lists the replies of all numbers",
    breaks: "Phone number in E.164 format (11-digit) which contains a TextAutoReply.",
    respond: ignoring(["findTextAutoReplys"], "number"),
  },
  { title: "sends all fields of contacts", breaks: FIELDS, respond: ignoring(["findContacts"], "fields") },
  { title: "sends all fields of a webhook", breaks: FIELDS, respond: ignoring(["getWebhook"], "fields") },
];

/** Faults of values and statuses that one exchange shows. */
const OF_VALUES: Fault[] = [
  {
    title: "sends the ids of contacts as texts",
    breaks: "#/components/schemas/Contact/properties/id",
    respond: listing(["findContacts"], (items) =>
      items.map((item) => (item.id === undefined ? item : { ...item, id: String(item.id) })),
    ),
  },
  {
    title: "sends null for homes without a phone",
    breaks: "#/components/schemas/Contact/properties/homePhone",
    respond: showing(["getContact"], (row) => ({ homePhone: null, ...row })),
  },
  {
    title: "sends the moment of the creation of a list as a date",
    breaks: "formatted in unix time milliseconds",
    respond: showing(["getContactList"], (row) =>
      row.created === undefined ? row : { ...row, created: new Date(Number(row.created)).toISOString() },
    ),
  },
  {
    title: "sends another status of lists",
    breaks: "A current status of a contact list, available values",
    respond: listing(["findContactLists"], (items) =>
      items.map((item) => (item.status === undefined ? item : { ...item, status: "READY" })),
    ),
  },
  {
    title: "sends events as one text",
    breaks: "#/components/schemas/Webhook/properties/events",
    respond: showing(["getWebhook"], (row) =>
      Array.isArray(row.events) ? { ...row, events: row.events.join(",") } : row,
    ),
  },
  {
    title: "sends the properties of a contact as a list",
    breaks: "#/components/schemas/Contact/properties/properties",
    respond: showing(["getContact"], (row) =>
      isObject(row.properties)
        ? {
            ...row,
            properties: Object.entries(row.properties).map(([name, value]) => ({ name, value: value ?? null })),
          }
        : row,
    ),
  },
  {
    title: "sends pages without their items when these are none",
    breaks: "If items.size() < limit assume no more items",
    respond: paging(["findWebhooks"], (page, items) => (items.length === 0 ? { ...page, items: null } : page)),
  },
  {
    title: "gives a new credential another name than the sent one",
    breaks: "At the moment user provides only the name for the credentials.",
    respond: showing(["createApiCredential"], (row) => ({ ...row, name: "API" })),
  },
  {
    title: "gives a new list another name than the sent one",
    breaks: "A name of a contact list",
    respond: showing(["createContactList"], (row) => (row.name === undefined ? row : { ...row, name: "List" })),
  },
  {
    title: "creates webhooks without showing their ids",
    breaks: "#/components/schemas/ResourceId",
    respond: showing(["createWebhook"], (row) => ({ ...row, id: null })),
  },
  {
    title: "shows fewer ids than contacts that were created",
    breaks: "#/paths/~1contacts/post",
    respond: inSuccesses(["createContacts"], () => json(200, { items: [] })),
  },
  {
    title: "shows another contact than the requested one",
    breaks: "Returns a Contact instance for a given contact id.",
    respond: showing(["getContact"], (row) => (row.id === undefined ? row : { ...row, id: Number(row.id) + 1 })),
  },
  {
    title: "shows the first list whatever is requested",
    breaks: "Returns a single ContactList instance for a given contact list id",
    respond: async (request, next, { operation, state }) => {
      if (operation !== "getContactList") return next();
      const [first] = state.rows("list");
      return first ? next({ ...request, path: request.path.replace(/\d+$/, String(first.id)) }) : next();
    },
  },
  {
    title: "crashes for unknown contacts",
    breaks: "#/paths/~1contacts~1{id}/get/responses/404",
    respond: toValid(["getContact"], ({ state, named }) => (state.find("contact", named) ? undefined : CRASH)),
  },
  {
    title: "shows an empty webhook for unknown ids",
    breaks: "#/paths/~1webhooks~1{id}/get/responses/404",
    respond: toValid(["getWebhook"], ({ state, named }) => (state.find("webhook", named) ? undefined : json(200, {}))),
  },
  {
    title: "confirms the deletion of unknown replies",
    breaks: "#/paths/~1texts~1auto-replys~1{id}/delete/responses/404",
    respond: toValid(["deleteTextAutoReply"], ({ state, named }) =>
      state.find("reply", named) ? undefined : json(200, {}),
    ),
  },
  {
    title: "crashes for contacts with properties",
    breaks: "Map of user-defined string properties for contact",
    respond: crashesFor(["updateContact"], ({ sent }) => isObject(sent.properties)),
  },
  {
    title: "crashes for lists without contacts",
    breaks: "#/paths/~1contacts~1lists/post",
    respond: crashesFor(["createContactList"], ({ sent }) => sent.contactNumbers === undefined),
  },
  {
    title: "crashes at offsets after the last contact",
    breaks: "Offset to the start of a given page.",
    respond: async (_, next, { operation }) => {
      const response = await next();
      const isLate = response.status === 200 && response.body.toString().startsWith('{"items":[]');
      return operation === "findContacts" && isLate ? CRASH : response;
    },
  },
  {
    title: "accepts external systems that it does not know",
    breaks: "Only values from the next list can be used as external system parameter in contact creation",
    respond: accepting("createContacts", (contact) => without(contact, "externalSystem")),
  },
  {
    title: "accepts other phone numbers in new replies",
    breaks: NUMBER,
    respond: accepting("createTextAutoReply", (sent) => ({ ...sent, number: "12132000384" })),
  },
  {
    title: "accepts texts as the ids of contacts",
    breaks: "#/components/schemas/CreateContactListRequest/properties/contactIds",
    ignores: ({ operation, kind, place }) =>
      operation === "createContactList" && kind === "body" && place.startsWith("/contactIds"),
    respond: accepting("createContactList", (sent) => without(sent, "contactIds")),
  },
  {
    title: "accepts texts in place of whether a number is for calls",
    breaks: "#/components/schemas/DoNotContact/properties/call",
    ignores: ({ operation, kind, place }) =>
      operation === "updateDoNotContact" && kind === "body" && place.startsWith("/call"),
  },
  {
    title: "needs no credentials to list webhooks",
    breaks: "#/paths/~1webhooks/get/security",
    ignores: ({ operation, kind }) => operation === "findWebhooks" && kind === "credentials",
  },
];

/** Faults that one exchange shows. */
export const FAULTS_OF_ONE: Fault[] = [...OF_LISTS, ...OF_VALUES];
