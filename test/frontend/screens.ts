/** How a list says what comes after a page. */
export type Next =
  | { by: "cursor"; parameter: string; field: string }
  | { by: "item"; parameter: string }
  | { by: "page"; parameter: string };

/** A screen of a list, with the details, the form and the deletion of its items. It knows an API, and nothing of a mock. */
export interface Screen {
  url: string;
  /** The header with the key. */
  key: Record<string, string>;
  collection: string;
  /** The field of a page that has its items. */
  items: string;
  next: Next;
  /** The parameter of the size of a page, and its value. */
  size: { parameter: string; value: number };
  identifier: string;
  /** The field that people read and write. */
  field: string;
  /** Further fields of a new item. */
  body: object;
  /** The field of a detail that has the item. */
  envelope: string | undefined;
  canDelete: boolean;
}

/** A screen of a document, and two texts that its form accepts. */
export interface DocumentScreen {
  spec: string;
  screen: Omit<Screen, "url">;
  texts: readonly [string, string];
}

/** Our API, whose suppressions cannot be deleted, and two other documents, by their names. */
export const SCREENS: Readonly<Record<string, DocumentScreen>> = {
  "the Team Management API": {
    spec: "generated/openapi.json",
    texts: ["kim@example.com", "noor@example.com"],
    screen: {
      ...{ key: { authorization: "Bearer k" }, collection: "/suppressions", items: "data", identifier: "id" },
      ...{ field: "email", body: {}, envelope: undefined, canDelete: false, next: { by: "item", parameter: "after" } },
      size: { parameter: "limit", value: 2 },
    },
  },
  tickets: {
    spec: "test/servers/tickets/tickets.yaml",
    texts: ["The lamp is broken", "The door is open"],
    screen: {
      ...{ key: { "X-Token": "k" }, collection: "/tickets", items: "data", identifier: "id" },
      ...{ field: "subject", body: {}, envelope: "data", canDelete: true },
      next: { by: "cursor", parameter: "cursor", field: "next_cursor" },
      size: { parameter: "page_size", value: 10 },
    },
  },
  cabins: {
    spec: "test/servers/cabins/cabins.yaml",
    texts: ["Kim of the lake", "Noor of the hill"],
    screen: {
      ...{ key: { authorization: "Bearer k" }, collection: "/bookings", items: "bookings", identifier: "id" },
      ...{ field: "guest", body: { cabin: "lake", guests: 2 }, envelope: undefined, canDelete: true },
      next: { by: "page", parameter: "page" },
      size: { parameter: "limit", value: 10 },
    },
  },
};
