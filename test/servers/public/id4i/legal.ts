import { asList, asObject, isObject, type Json } from "#openapi/document/document.js";
import {
  changeJson,
  everywhere,
  inEveryResponse,
  inSuccesses,
  inValidQuery,
  isSuccess,
  jsonOf,
  without,
} from "../../change.js";
import { empty, json, type ServedResponse, type Variation } from "../../service.js";
import type { Tables } from "../tables.js";
import { addCollection } from "./collections.js";
import { after, listing, paging, sending, showing, toValid } from "./faults/variations.js";
import { addItem } from "./history.js";
import { addApiKey } from "./organizations.js";
import { apiError, keyIn, now } from "./rows.js";

const COLLECTIONS = "getAllCollectionsOfOrganization";
const LISTS = [
  ...["getOrganizationsOfUser", "listAllApiKeysOfOrganization", COLLECTIONS],
  ...["listElementsOfCollection", "filteredList"],
];
const DELETIONS = ["deleteOrganization", "deleteApiKey", "deleteCollection", "deleteOrganizationBillingAddress"];
const CHANGES = ["updateOrganization", "updateOrganizationBillingAddress", "updateApiKey", "updateCollection"];
const TEXTS = ["createOrganization", "createNewApiKey", "createCollection", "addGuidAlias", ...CHANGES];
const TABLES = ["element", "item", "alias", "collection", "guid", "key", "address", "organization"];
const SEEDED = ["de.eisenhof", "no.fjordlys", "com.nordkabel"];

const inRejections = (change: (response: ServedResponse) => ServedResponse) =>
  inEveryResponse((response) => (response.status >= 400 ? change(response) : response));

const inValues = (change: (value: Json) => Json) =>
  inEveryResponse((response) => changeJson(response, (body) => everywhere(body, change)));

/** Servers that follow id4i.yaml in other ways than the service. No run may fail. */
export const ID4I_LEGAL: Variation<Tables>[] = [
  // Forms of responses.
  {
    title: "sends fields in another order",
    respond: inValues((value) => (isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value)),
  },
  {
    title: "sends further fields",
    respond: showing(["findOrganization", "createOrganization", "getApiKey", "findCollection", "getGuid"], (row) => ({
      ...row,
      links: [{ rel: "self" }],
      revision: 3,
    })),
  },
  { title: "sends no totals", respond: paging(LISTS, (page) => without(page, "total")) },
  {
    title: "repeats the requested limit",
    respond: paging(LISTS, (page, _, { query }) => ({ ...page, limit: Number(query.get("limit") ?? 100) })),
  },
  {
    title: "confirms changes of collections and GUIDs with an empty object",
    respond: inSuccesses(["updateCollection", "updateGuid"], () => json(200, {})),
  },
  {
    title: "confirms additions with 200",
    respond: inSuccesses(["addElementsToCollection", "addGuidAlias", "addItem"], () => empty(200)),
  },
  {
    title: "rejects invalid values with 422",
    respond: inRejections((response) => (response.status === 400 ? { ...response, status: 422 } : response)),
  },
  {
    title: "rejects requests without a key with 403",
    respond: inRejections((response) => (response.status === 401 ? { ...response, status: 403 } : response)),
  },
  // Lists and data.
  {
    title: "has at most four elements on a page",
    respond: async (request, next, context) => {
      const { operation = "" } = context;
      if (!LISTS.includes(operation)) return next();
      return inValidQuery(operation, (query) => {
        if (Number(query.get("limit") ?? 100) > 4) query.set("limit", "4");
      })(request, next, context);
    },
  },
  {
    title: "lists the newest collections first",
    respond: async (_, next, { operation, state }) => {
      const rows = operation === COLLECTIONS ? state.rows("collection") : [];
      const put = (all: typeof rows) => {
        for (const { id4n = "" } of rows) state.remove("collection", id4n);
        for (const row of all) state.put("collection", row.id4n ?? "", row);
      };
      put(rows.toReversed());
      const response = await next();
      put(rows);
      return response;
    },
  },
  {
    title: "has no data at first but an organization",
    prepare: (state) => {
      const known = new Set(state.rows("organization").slice(1));
      for (const { namespace = "" } of known) state.remove("organization", namespace);
      for (const table of TABLES.slice(0, -1)) for (const key of keysOf(state, table)) state.remove(table, key);
    },
  },
  {
    title: "has other clients, which add API keys and collections meanwhile",
    respond: (_, next, { count, state }) => {
      const organizationId = "no.fjordlys";
      if (count % 25 === 0) addApiKey(state, { label: `Other ${count}`, organizationId, secret: "other-secret" });
      if (count % 40 === 0)
        addCollection(state, { label: `Other ${count}`, organizationId, type: "ROUTING_COLLECTION" }, 12);
      return next();
    },
  },
  {
    title: "finds the beginnings of labels by the filter",
    respond: inValidQuery(COLLECTIONS, (query) => {
      const label = query.get("label");
      if (label === null) return;
      query.delete("label");
      query.set("labelPrefix", label);
    }),
  },
  // Values.
  {
    title: "removes spaces around texts",
    respond: sending(TEXTS, (sent) =>
      Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [name, typeof value === "string" ? value.trim() : (value ?? null)]),
      ),
    ),
  },
  {
    title: "stores namespaces in small letters",
    respond: sending(["createOrganization"], (sent) => ({ ...sent, namespace: String(sent.namespace).toLowerCase() })),
  },
  {
    title: "begins the history of a GUID with its creation",
    respond: after(["createGuid"], ({ state, shown, sent: { organizationId = "" } }) => {
      for (const id4n of asList(shown.id4ns)) {
        addItem(state, state.get("guid", id4n), { organizationId, type: "CREATED" }, now());
      }
    }),
  },
  {
    title: "says nothing of the visibility of items that have the usual one",
    respond: listing(["filteredList"], (items) =>
      items.map((item) => (asObject(item.visibility).public === true ? item : without(item, "visibility"))),
    ),
  },
  // Rules that the document does not state.
  {
    title: "rejects namespaces without a point",
    respond: toValid(["createOrganization"], ({ sent: { namespace } }) =>
      String(namespace).includes(".")
        ? undefined
        : apiError(400, "ERR_INVALID_NAMESPACE: A namespace is like de.acme."),
    ),
  },
  {
    title: "rejects labels of API keys that exist",
    respond: toValid(["createNewApiKey"], ({ state, sent: { label, organizationId } }) =>
      state.rows("key").some((row) => row.label === label && row.organizationId === organizationId)
        ? apiError(409, "The label already exists.")
        : undefined,
    ),
  },
  {
    title: "rejects labelled collections without a label",
    respond: toValid(["createCollection"], ({ sent: { type, label } }) =>
      type === "LABELLED_COLLECTION" && label === undefined ? apiError(400, "A label is needed.") : undefined,
    ),
  },
  {
    title: "rejects fields that the document does not have",
    respond: toValid(["createNewApiKey"], ({ sent }) =>
      Object.keys(without(sent, "label", "organizationId", "secret")).length > 0
        ? apiError(400, "There is an unknown field.")
        : undefined,
    ),
  },
  {
    title: "rejects elements that the collection has already",
    respond: toValid(["addElementsToCollection"], ({ state, named, sent: { id4ns } }) =>
      asList(id4ns ?? []).some((guid) => state.find("element", keyIn(named, guid)))
        ? apiError(409, "The collection has the element already.")
        : undefined,
    ),
  },
  {
    title: "rejects the removal of elements that the collection does not have",
    respond: toValid(["removeElementsFromCollection"], ({ state, named, sent: { id4ns } }) =>
      asList(id4ns ?? []).some((guid) => !state.find("element", keyIn(named, guid)))
        ? apiError(404, "The collection does not have the element.")
        : undefined,
    ),
  },
  {
    title: "creates GUIDs for organizations with a billing address only",
    respond: toValid(["createGuid"], ({ state, sent: { organizationId } }) =>
      state.find("address", organizationId)
        ? undefined
        : apiError(400, "ERR_MISSING_BILLING_INFORMATION: There is no billing address."),
    ),
  },
  {
    title: "detaches attached GUIDs only",
    respond: toValid(["updateGuid"], ({ state, named, sent: { physicalState } }) =>
      physicalState === "DETACHED" && state.find("guid", named)?.physicalState === "UNATTACHED"
        ? apiError(400, "ERR_INVALID_PHYSICAL_STATE: The GUID is not attached.")
        : undefined,
    ),
  },
  {
    title: "forbids to change the organizations of others",
    respond: toValid([...CHANGES, ...DELETIONS], ({ named }) =>
      SEEDED.includes(named) ? apiError(403, "You are not an administrator.") : undefined,
    ),
  },
  {
    title: "deletes organizations with their collections",
    respond: toValid(["deleteOrganization"], ({ state, named }) => {
      for (const { id4n = "", ownerOrganizationId } of state.rows("collection")) {
        if (ownerOrganizationId === named) state.remove("collection", id4n);
      }
      return undefined;
    }),
  },
  {
    title: "keeps deactivated API keys from changes",
    respond: toValid(["updateApiKey"], ({ state, named, sent: { active } }) =>
      state.find("key", named)?.active === false && active !== true
        ? apiError(409, "ERR_USER_DEACTIVATED: The key is not active.")
        : undefined,
    ),
  },
  {
    title: "shows the organization of a creation in the response to it",
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      if (operation !== "createCollection" || !isSuccess(response)) return response;
      const { id4n } = asObject(jsonOf(response));
      return changeJson(response, (body) => ({
        ...asObject(body),
        organizationId: state.get("collection", id4n).ownerOrganizationId ?? "",
      }));
    },
  },
];

function keysOf(state: Tables, table: string): string[] {
  return [...state.snapshot().keys()].flatMap((key) =>
    key.startsWith(`${table} `) ? [key.slice(table.length + 1)] : [],
  );
}
