import { without } from "../../../change.js";
import { changeRow, type Fault, stillShowing } from "../../variations.js";
import {
  after,
  alsoBefore,
  earlier,
  forgets,
  idsIn,
  keeping,
  listing,
  notListingNew,
  rowBefore,
  sending,
  showing,
} from "./variations.js";

const needsTwo = true;

/** Faults of items and their lists, which need two exchanges. */
export const ITEM_FAULTS: Fault[] = [
  {
    title: "forgets new items",
    breaks: "A JSON object containing the newly added resource",
    needsTwo,
    respond: forgets("addItem"),
  },
  {
    title: "stores items without their labels",
    breaks: "#/components/schemas/Label",
    needsTwo,
    respond: keeping(["addItem"], "item", (row) => without(row, "label")),
  },
  {
    title: "stores the codes of items in capital letters",
    breaks: "#/components/schemas/CodeHex",
    needsTwo,
    respond: sending(["addItem"], (sent) =>
      sent.code_hex === undefined ? sent : { ...sent, code_hex: String(sent.code_hex).toUpperCase() },
    ),
  },
  {
    title: "does not list new items",
    breaks: "A JSON object containing a list of items",
    needsTwo,
    ...notListingNew("getItems", "item"),
  },
  {
    title: "forgets changes of items",
    breaks: "A JSON object containing the modified resource",
    needsTwo,
    respond: forgets("updateItem"),
  },
  {
    title: "gives the label of a changed item to the item before as well",
    breaks: "#/components/schemas/Label",
    needsTwo,
    respond: alsoBefore(["updateItem"], "item", (row, { sent }) => ({ ...row, label: sent.label ?? "" })),
  },
  {
    title: "empties the metadata of an item whose label is changed",
    breaks: "#/components/schemas/Metadata",
    needsTwo,
    respond: keeping(["updateItem"], "item", (row, { sent }) =>
      sent.metadata === undefined ? { ...row, metadata: {} } : row,
    ),
  },
  {
    title: "stores no custom values of items that are changed",
    breaks: "#/components/schemas/Custom",
    needsTwo,
    respond: keeping(["updateItem"], "item", (row, done) => ({
      ...row,
      custom: earlier(done, "item", row).custom ?? null,
    })),
  },
  {
    title: "moves the time of creation of items that are changed",
    breaks: "formatted string for when this resource was created.",
    needsTwo,
    respond: keeping(["updateItem"], "item", (row) => ({ ...row, time_created: row.time_updated ?? "" })),
  },
  {
    title: "does not move items to the requested location",
    breaks: "Instruction for the location engine to forcibly localize the item",
    needsTwo,
    respond: sending(["addItem", "updateItem"], (sent) => without(sent, "location_request")),
  },
  {
    title: "deletes no item",
    breaks: "A JSON object containing the deleted resource",
    needsTwo,
    respond: forgets("deleteItem"),
  },
  {
    title: "still lists deleted items",
    breaks: "A JSON object containing the deleted resource",
    needsTwo,
    respond: stillShowing("deleteItem", ["getItems"], "item"),
  },
  {
    title: "deletes the item before as well",
    breaks: "A JSON object containing the deleted resource",
    needsTwo,
    respond: after(["deleteItem"], ({ state, before, named }) => {
      const row = rowBefore(before, "item", named);
      if (row) state.remove("item", String(row.id));
    }),
  },
  {
    title: "omits an item between two pages",
    breaks: "Result output excludes the given `id` value.",
    needsTwo,
    respond: listing(["getItems"], (rows, { query }) => (query.has("before_id") ? rows.slice(1) : rows)),
  },
  {
    title: "adds no items to lists",
    breaks: "#/paths/~1sets~1itemlists~1{id}~1ids/post",
    needsTwo,
    respond: forgets("addItemIdsList"),
  },
  {
    title: "adds items to the list before as well",
    breaks: "#/paths/~1sets~1itemlists~1{id}~1ids/post",
    needsTwo,
    respond: after(["addItemIdsList"], ({ state, named }) => {
      const row = rowBefore(state, "itemlist", named);
      const list = state.find("itemlist", named);
      if (row && list)
        state.put("itemlist", String(row.id), { ...row, ids: [...idsIn(row), ...idsIn(list).slice(-1)] });
    }),
  },
  {
    title: "replaces the items of a list by the added ones",
    breaks: "#/paths/~1sets~1itemlists~1{id}~1ids/post",
    needsTwo,
    respond: after(["addItemIdsList"], ({ state, before, named }) => {
      const had = idsIn(before.find("itemlist", named) ?? {});
      changeRow(state, "itemlist", named, (row) => ({ ...row, ids: idsIn(row).filter((id) => !had.includes(id)) }));
    }),
  },
  {
    title: "removes no item from lists",
    breaks: "#/paths/~1sets~1itemlists~1{id}~1ids~1{itemId}/delete",
    needsTwo,
    respond: forgets("deleteItemIdFromItemList"),
  },
  {
    title: "removes all items of a list with one",
    breaks: "#/paths/~1sets~1itemlists~1{id}~1ids~1{itemId}/delete",
    needsTwo,
    respond: after(["deleteItemIdFromItemList"], ({ state, named }) =>
      changeRow(state, "itemlist", named, (row) => ({ ...row, ids: [] })),
    ),
  },
  {
    title: "deletes the items of a list with the list",
    breaks: "#/paths/~1sets~1itemlists~1{id}/delete",
    needsTwo,
    respond: after(["deleteItemSet"], ({ state, before, named }) => {
      for (const id of idsIn(before.find("itemlist", named) ?? {})) state.remove("item", String(id));
    }),
  },
  {
    title: "shows no lists of an item",
    breaks: "#/components/schemas/ListOfSetIds",
    needsTwo,
    respond: showing(["getItemById"], (row) => ({ ...row, sets: [] })),
  },
  {
    title: "keeps the labels of lists that are changed",
    breaks: "A JSON object containing the modified resource",
    needsTwo,
    respond: keeping(["updateItemList"], "itemlist", (row, done) => ({
      ...row,
      label: earlier(done, "itemlist", row).label ?? "",
    })),
  },
  {
    title: "deletes no list of items",
    breaks: "A JSON object containing the deleted resource",
    needsTwo,
    respond: forgets("deleteItemSet"),
  },
];
