import { inValidQuery } from "../../../change.js";
import { changeRow, type Fault } from "../../variations.js";
import { after, forgets, keyOfRow, knownAtFirst, listing, paging, rowBefore, stillListing } from "./variations.js";

const LISTED = "#/paths/~1api~1v1~1user~1organizations/get";
const ADDRESS = "#/components/schemas/OrganizationAddress";

const OF_ORGANIZATIONS: Fault[] = [
  {
    title: "forgets new organizations",
    needsTwo: true,
    breaks: "Creating a new organization.",
    respond: forgets("createOrganization"),
  },
  {
    title: "stores the namespace of an organization as its name",
    needsTwo: true,
    breaks: "The name of the organization",
    respond: after(["createOrganization"], ({ state, shown: { namespace = "" } }) =>
      changeRow(state, "organization", namespace, (row) => ({ ...row, name: namespace })),
    ),
  },
  {
    title: "forgets changes of organizations",
    needsTwo: true,
    breaks: "Updated organization object",
    respond: forgets("updateOrganization"),
  },
  {
    title: "gives the name of a changed organization to the organization before as well",
    needsTwo: true,
    breaks: "Updated organization object",
    respond: after(["updateOrganization"], ({ state, named, shown: { name = "" } }) => {
      const other = rowBefore(state, "organization", named);
      if (other) changeRow(state, "organization", other.namespace, (row) => ({ ...row, name }));
    }),
  },
  {
    title: "deletes no organization",
    needsTwo: true,
    breaks: "The namespace of the organization to be deleted.",
    respond: forgets("deleteOrganization"),
  },
  {
    title: "still lists deleted organizations",
    needsTwo: true,
    breaks: "The namespace of the organization to be deleted.",
    respond: stillListing("deleteOrganization", "getOrganizationsOfUser", "organization"),
  },
  {
    title: "does not list new organizations",
    needsTwo: true,
    breaks: LISTED,
    prepare: knownAtFirst("organization"),
    respond: listing(["getOrganizationsOfUser"], (items, { state }) =>
      items.filter((item) => state.find("known organization", keyOfRow("organization", item))),
    ),
  },
  {
    title: "stores the billing address of the organization at the first organization",
    needsTwo: true,
    breaks: "Store billing address",
    respond: after(["updateOrganizationBillingAddress"], ({ state, named, sent }) => {
      state.remove("address", named);
      state.put("address", "de.eisenhof", sent);
    }),
  },
  {
    title: "swaps the first and the last name of stored billing addresses",
    needsTwo: true,
    breaks: ADDRESS,
    respond: after(["updateOrganizationBillingAddress"], ({ state, named }) =>
      changeRow(state, "address", named, (row) => ({
        ...row,
        firstname: row.lastname ?? "",
        lastname: row.firstname ?? "",
      })),
    ),
  },
  {
    title: "stores billing addresses without their telephone numbers",
    needsTwo: true,
    breaks: "The telephone number e.g.",
    respond: after(["updateOrganizationBillingAddress"], ({ state, named }) =>
      changeRow(state, "address", named, ({ telephone: _, ...row }) => row),
    ),
  },
  {
    title: "removes no billing address",
    needsTwo: true,
    breaks: "Remove billing address",
    respond: forgets("deleteOrganizationBillingAddress"),
  },
  {
    title: "begins each page of organizations but the first one too late",
    needsTwo: true,
    breaks: "Start with the n-th element",
    respond: inValidQuery("getOrganizationsOfUser", (query) => {
      const offset = Number(query.get("offset") ?? 0);
      if (offset > 0) query.set("offset", String(offset + 1));
    }),
  },
];

const OF_KEYS: Fault[] = [
  {
    title: "forgets new API keys",
    needsTwo: true,
    breaks: "Creation of a new API key.",
    respond: forgets("createNewApiKey"),
  },
  {
    title: "stores new API keys as inactive ones",
    needsTwo: true,
    breaks: "Whether this API key is active",
    respond: after(["createNewApiKey"], ({ state, shown: { key } }) =>
      changeRow(state, "key", key, (row) => ({ ...row, active: false })),
    ),
  },
  {
    title: "cuts the labels of stored API keys after five characters",
    needsTwo: true,
    breaks: "The label / name of the api key",
    respond: after(["createNewApiKey"], ({ state, shown: { key } }) =>
      changeRow(state, "key", key, (row) => ({ ...row, label: String(row.label).slice(0, 5) })),
    ),
  },
  {
    title: "keeps the label of an API key that is changed",
    needsTwo: true,
    breaks: "API keys can be updated with new labels, and be activated and deactivated.",
    respond: after(["updateApiKey"], ({ state, named, before }) =>
      changeRow(state, "key", named, (row) => ({ ...row, label: before.find("key", named)?.label ?? "" })),
    ),
  },
  {
    title: "does not deactivate API keys",
    needsTwo: true,
    breaks: "API keys can be updated with new labels, and be activated and deactivated.",
    respond: after(["updateApiKey"], ({ state, named }) =>
      changeRow(state, "key", named, (row) => ({ ...row, active: true })),
    ),
  },
  {
    title: "gives a new label to all API keys of the organization",
    needsTwo: true,
    breaks: "API keys can be updated with new labels, and be activated and deactivated.",
    respond: after(["updateApiKey"], ({ state, named, sent: { newLabel = "" } }) => {
      const { organizationId } = state.get("key", named);
      for (const { key, ...row } of state.rows("key")) {
        if (row.organizationId === organizationId)
          changeRow(state, "key", key, (each) => ({ ...each, label: newLabel }));
      }
    }),
  },
  {
    title: "deletes no API key",
    needsTwo: true,
    breaks: "Deletion of an API key.",
    respond: forgets("deleteApiKey"),
  },
  {
    title: "deletes the API key that was created before as well",
    needsTwo: true,
    breaks: "Deletion of an API key.",
    respond: after(["deleteApiKey"], ({ state, named, before }) => {
      const other = rowBefore(before, "key", named);
      if (other) state.remove("key", keyOfRow("key", other));
    }),
  },
  {
    title: "does not list new API keys",
    needsTwo: true,
    breaks: "Finding all API key assigned to the specified organization in a paginated manner.",
    prepare: knownAtFirst("key"),
    respond: listing(["listAllApiKeysOfOrganization"], (items, { state }) =>
      items.filter((item) => state.find("known key", keyOfRow("key", item))),
    ),
  },
  {
    title: "lists API keys without their labels",
    needsTwo: true,
    breaks: "The label / name of the api key",
    respond: listing(["listAllApiKeysOfOrganization"], (items) => items.map((item) => ({ ...item, label: "" }))),
  },
  {
    title: "moves the moment of creation of an API key that is changed",
    needsTwo: true,
    breaks: "The UTC unix timestamp of when this api key has been created",
    respond: after(["updateApiKey"], ({ state, named }) =>
      changeRow(state, "key", named, (row) => ({ ...row, createdAt: Number(row.createdAt) + 3600 })),
    ),
  },
  {
    title: "shows the first page of API keys whatever page is requested",
    needsTwo: true,
    breaks: "Start with the n-th element",
    respond: inValidQuery("listAllApiKeysOfOrganization", (query) => query.delete("offset")),
  },
  {
    title: "counts the API keys of the page only",
    breaks: "The total number of elements",
    respond: paging(["listAllApiKeysOfOrganization"], (page, items) => ({ ...page, total: items.length })),
  },
];

/** Servers that mix up organizations, their billing addresses or their API keys. */
export const ORGANIZATION_FAULTS: Fault[] = [...OF_ORGANIZATIONS, ...OF_KEYS];
