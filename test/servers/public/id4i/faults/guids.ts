import { asObject } from "#openapi/document/document.js";
import { changeRow, type Fault } from "../../variations.js";
import { after, forgets, rowBefore } from "./variations.js";

const ALIASES = "Looks up the alias for each alias type (group and single) and returns a map of all aliases found.";
const ADDS_ALIAS = "Adds or replaces aliases for single ID4ns";
const ADDS = "Add a new history item";
const ITEM = "Forms the primary key of the history item together with the GUID and the organizationId";

const OF_GUIDS: Fault[] = [
  {
    title: "forgets new GUIDs",
    needsTwo: true,
    breaks: "Creating one or more GUIDs with a specified length.",
    respond: forgets("createGuid"),
  },
  {
    title: "gives new GUIDs to the first organization",
    needsTwo: true,
    breaks: "The namespace of the organization where the generated GUIDs should be assigned.",
    respond: after(["createGuid"], ({ state, shown: { id4ns } }) => {
      for (const id4n of [id4ns ?? []].flat()) {
        changeRow(state, "guid", id4n, (row) => ({ ...row, ownerOrganizationId: "de.eisenhof" }));
      }
    }),
  },
  {
    title: "forgets the physical state of GUIDs",
    needsTwo: true,
    breaks: "Physical attachment state of the GUID",
    respond: forgets("updateGuid"),
  },
  {
    title: "attaches the GUID that was created before as well",
    needsTwo: true,
    breaks: "Physical attachment state of the GUID",
    respond: after(["updateGuid"], ({ state, named, sent: { physicalState } }) => {
      const other = rowBefore(state, "guid", named);
      if (other && physicalState !== undefined) {
        changeRow(state, "guid", other.id4n, (row) => ({ ...row, physicalState }));
      }
    }),
  },
  {
    title: "adds no aliases",
    needsTwo: true,
    breaks: ADDS_ALIAS,
    respond: forgets("addGuidAlias"),
  },
  {
    title: "replaces all aliases by a new one",
    needsTwo: true,
    breaks: ALIASES,
    respond: after(["addGuidAlias"], ({ state, named, parts, sent: { alias = "" } }) => {
      state.put("alias", named, { id4n: named, aliases: { [parts.at(-1) ?? ""]: alias } });
    }),
  },
  {
    title: "stores aliases in small letters",
    needsTwo: true,
    breaks: "An alias",
    respond: after(["addGuidAlias"], ({ state, named, parts, sent: { alias = "" } }) =>
      changeRow(state, "alias", named, (row) => ({
        ...row,
        aliases: { ...asObject(row.aliases), [parts.at(-1) ?? ""]: String(alias).toLowerCase() },
      })),
    ),
  },
  {
    title: "removes no alias",
    needsTwo: true,
    breaks: "Remove the alias of the given type",
    respond: forgets("removeGuidAlias"),
  },
  {
    title: "removes all aliases with one",
    needsTwo: true,
    breaks: "Remove the alias of the given type",
    respond: after(["removeGuidAlias"], ({ state, named }) => state.remove("alias", named)),
  },
];

const OF_HISTORY: Fault[] = [
  { title: "forgets new items of the history", needsTwo: true, breaks: ADDS, respond: forgets("addItem") },
  {
    title: "stores new items of the history as public ones",
    needsTwo: true,
    breaks: "Document is publicly readable (if ID4N is owned by the same organization)",
    respond: after(["addItem"], ({ state }) => {
      const { id4n, organizationId, sequenceId, ...row } = state.rows("item").at(-1) ?? {};
      const visibility = { ...asObject(row.visibility), public: true };
      changeRow(state, "item", [id4n, organizationId, sequenceId].join("\n"), (item) => ({ ...item, visibility }));
    }),
  },
  {
    title: "stores the type of new items of the history as created",
    needsTwo: true,
    breaks: "Type of the history item",
    respond: after(["addItem"], ({ state }) => {
      const { id4n, organizationId, sequenceId } = state.rows("item").at(-1) ?? {};
      changeRow(state, "item", [id4n, organizationId, sequenceId].join("\n"), (item) => ({ ...item, type: "CREATED" }));
    }),
  },
  {
    title: "forgets changes of items of the history",
    needsTwo: true,
    breaks: "GUID history item update (diff patch)",
    respond: forgets("updateItem"),
  },
  {
    title: "forgets the visibility that is put",
    needsTwo: true,
    breaks: "History item visibility restrictions",
    respond: forgets("updateItemVisibility"),
  },
  {
    title: "changes the visibility of all items of the GUID",
    needsTwo: true,
    breaks: ITEM,
    respond: after(["updateItemVisibility"], ({ state, named, shown }) => {
      const { visibility = {} } = shown;
      for (const { id4n, organizationId, sequenceId } of state.rows("item")) {
        if (id4n !== named) continue;
        changeRow(state, "item", [id4n, organizationId, sequenceId].join("\n"), (item) => ({ ...item, visibility }));
      }
    }),
  },
  {
    title: "empties the additional properties of an item that is changed",
    needsTwo: true,
    breaks: "History items custom additional properties",
    respond: after(["updateItem", "updateItemVisibility"], ({ state, item }) =>
      changeRow(state, "item", item, (row) => ({ ...row, additionalProperties: {} })),
    ),
  },
];

/** Servers that mix up GUIDs, their aliases or their history. Each needs two exchanges. */
export const GUID_FAULTS: Fault[] = [...OF_GUIDS, ...OF_HISTORY];
