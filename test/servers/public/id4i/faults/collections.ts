import { inValidQuery } from "../../../change.js";
import { changeRow, type Fault } from "../../variations.js";
import { keyIn } from "../rows.js";
import { after, forgets, keyOfRow, knownAtFirst, listing, rowBefore, stillListing } from "./variations.js";

const CREATES = "#/paths/~1api~1v1~1collections/post";
const DELETES = "#/paths/~1api~1v1~1collections~1{id4n}/delete";
const CHANGES = "Update collection changing only the given values";
const ADDS = "#/paths/~1api~1v1~1collections~1{id4n}~1elements/post";
const REMOVES = "#/paths/~1api~1v1~1collections~1{id4n}~1elements/delete";
const LIST = "getAllCollectionsOfOrganization";
const LISTS = "Retrieving all collections of an organization in a paginated manner.";

const OF_COLLECTIONS: Fault[] = [
  { title: "forgets new collections", needsTwo: true, breaks: CREATES, respond: forgets("createCollection") },
  {
    title: "stores new collections without their labels",
    needsTwo: true,
    breaks: "#/components/schemas/CreateCollectionRequest/properties/label",
    respond: after(["createCollection"], ({ state, shown: { id4n } }) =>
      changeRow(state, "collection", id4n, ({ label: _, ...row }) => row),
    ),
  },
  {
    title: "stores all new collections as routing collections",
    needsTwo: true,
    breaks: "#/components/schemas/CreateCollectionRequest/properties/type",
    respond: after(["createCollection"], ({ state, shown: { id4n } }) =>
      changeRow(state, "collection", id4n, (row) => ({ ...row, type: "ROUTING_COLLECTION" })),
    ),
  },
  {
    title: "gives new collections to the first organization",
    needsTwo: true,
    breaks: "Organization namespace of the collection owner",
    respond: after(["createCollection"], ({ state, shown: { id4n } }) =>
      changeRow(state, "collection", id4n, (row) => ({ ...row, ownerOrganizationId: "de.eisenhof" })),
    ),
  },
  {
    title: "forgets changes of collections",
    needsTwo: true,
    breaks: CHANGES,
    respond: forgets("updateCollection"),
  },
  {
    title: "resets the physical state of a collection whose label is changed",
    needsTwo: true,
    breaks: CHANGES,
    respond: after(["updateCollection"], ({ state, named, sent }) => {
      if (sent.label === undefined || sent.physicalState !== undefined) return;
      changeRow(state, "collection", named, (row) => ({ ...row, physicalState: "DETACHED" }));
    }),
  },
  {
    title: "gives the label of a changed collection to the collection before as well",
    needsTwo: true,
    breaks: CHANGES,
    respond: after(["updateCollection"], ({ state, named, sent: { label } }) => {
      const other = label === undefined ? undefined : rowBefore(state, "collection", named);
      if (other && label !== undefined) changeRow(state, "collection", other.id4n, (row) => ({ ...row, label }));
    }),
  },
  { title: "deletes no collection", needsTwo: true, breaks: DELETES, respond: forgets("deleteCollection") },
  {
    title: "deletes the other collections of the organization as well",
    needsTwo: true,
    breaks: DELETES,
    respond: after(["deleteCollection"], ({ state, named, before }) => {
      const { ownerOrganizationId } = before.get("collection", named);
      for (const row of state.rows("collection")) {
        if (row.ownerOrganizationId === ownerOrganizationId) state.remove("collection", keyOfRow("collection", row));
      }
    }),
  },
  {
    title: "still lists deleted collections",
    needsTwo: true,
    breaks: DELETES,
    respond: stillListing("deleteCollection", LIST, "collection"),
  },
  {
    title: "does not list new collections",
    needsTwo: true,
    breaks: LISTS,
    prepare: knownAtFirst("collection"),
    respond: listing([LIST], (items, { state }) =>
      items.filter((item) => state.find("known collection", keyOfRow("collection", item))),
    ),
  },
  {
    title: "omits a collection between two pages",
    needsTwo: true,
    breaks: "Start with the n-th element",
    respond: inValidQuery(LIST, (query) => {
      const offset = Number(query.get("offset") ?? 0);
      if (offset > 0) query.set("offset", String(offset + 1));
    }),
  },
];

const OF_ELEMENTS: Fault[] = [
  {
    title: "adds no elements to collections",
    needsTwo: true,
    breaks: ADDS,
    respond: forgets("addElementsToCollection"),
  },
  {
    title: "adds elements to the collection before as well",
    needsTwo: true,
    breaks: ADDS,
    respond: after(["addElementsToCollection"], ({ state, named, sent: { id4ns } }) => {
      const collection = rowBefore(state, "collection", named)?.id4n;
      for (const guid of collection === undefined ? [] : [id4ns ?? []].flat()) {
        state.put("element", keyIn(collection, guid), { collection: collection ?? "", guid });
      }
    }),
  },
  {
    title: "removes no elements of collections",
    needsTwo: true,
    breaks: REMOVES,
    respond: forgets("removeElementsFromCollection"),
  },
  {
    title: "removes all elements of a collection with some of them",
    needsTwo: true,
    breaks: REMOVES,
    respond: after(["removeElementsFromCollection"], ({ state, named }) => {
      for (const { collection, guid } of state.rows("element")) {
        if (collection === named) state.remove("element", keyIn(collection, guid));
      }
    }),
  },
];

/** Servers that mix up collections or their elements. Each needs two exchanges. */
export const COLLECTION_FAULTS: Fault[] = [...OF_COLLECTIONS, ...OF_ELEMENTS];
