import { describe, expect, test } from "vitest";
import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { type DocumentServer, documentClient, json, type RequestValues, send, started } from "./document-client.js";
import { LIBRARY_FAULTS, type LibraryFault, startLibrary } from "./library-server.js";

const { document, validator, operationNamed, call, violations, violationsOf } = await documentClient("library.yaml");

test("the document is upgraded to OpenAPI 3.1", () => {
  expect(document.openapi).toBe("3.1.0");
  expect(valueAt(document, "#/components/schemas/Book/properties/pages")).toEqual({
    type: "integer",
    exclusiveMinimum: 0,
  });
  expect(validator.errors("#/components/schemas/Condition", null)).toEqual([]);
});

test.each<[style: string, parameters: RequestValues["parameters"], ids: number[]]>([
  ["no parameter", {}, [1, 2, 3, 4, 5]],
  ["form", { query: { ids: [2, 3] } }, [2, 3]],
  ["spaceDelimited", { query: { languages: ["en", "fr"] } }, [1, 2, 4]],
  ["pipeDelimited", { query: { subjects: ["politics", "desert"] } }, [1]],
  ["deepObject", { query: { pages: { over: 96, under: 470 } } }, [1, 3]],
  ["a header", { header: { "X-Branches": ["south"] } }, [2, 4, 5]],
  ["a cookie", { cookie: { order: "title" } }, [5, 1, 4, 2, 3]],
])("a search by %s finds the matching items", async (_, parameters = {}, ids) => {
  const server = await started(startLibrary());
  const { body } = await call(server, operationNamed("searchItems"), { parameters });
  expect(asList(asObject(body).items).map((item) => asObject(item).id)).toEqual(ids);
});

test.each<[title: string, operation: string, values: RequestValues, status: number]>([
  ["a list that is too long", "searchItems", { parameters: { query: { ids: [1, 2, 3, 4, 5, 6] } } }, 400],
  ["a value at an exclusive maximum", "searchItems", { parameters: { query: { pages: { under: 10000 } } } }, 400],
  ["an unknown header value", "searchItems", { parameters: { header: { "X-Branches": ["east"] } } }, 400],
  ["an unknown cookie value", "searchItems", { parameters: { cookie: { order: "price" } } }, 400],
  ["a path value that is not an id", "fetchItem", { parameters: { path: { item: "one" } } }, 404],
  ["a request without its body", "addItem", {}, 400],
  [
    "a book with the fields of a magazine",
    "addItem",
    { body: json({ kind: "book", title: "A", language: "en", branch: "north", shelf: "A1", issue: 1 }) },
    400,
  ],
  [
    "a form with a value below the minimum",
    "lendItem",
    { body: { value: { item: 1, member: "M0001", days: 0 }, mediaType: "application/x-www-form-urlencoded" } },
    400,
  ],
])("the server rejects %s", async (_, id, values, status) => {
  const response = await call(await started(startLibrary()), operationNamed(id), values);
  expect(response.status).toBe(status);
  expect(violations(operationNamed(id), response)).toEqual([]);
});

test("an added item is found by its links, and is replaced as a whole", async () => {
  const server = await started(startLibrary());
  const sent = { kind: "book", title: "Ulysses", language: "en", branch: "north", shelf: "U1", pages: 730 };
  const added = await call(server, operationNamed("addItem"), { body: json({ ...sent, note: "Heavy." }) });
  const item = asObject(added.body).id ?? null;
  const location = server.url + added.headers.get("location");
  expect((await send(location, { headers: { "X-Library-Key": server.key } })).body).toEqual(added.body);
  const path = { item };
  const replaced = await call(server, operationNamed("replaceItem"), { parameters: { path }, body: json(sent) });
  expect(replaced.body).toMatchObject({ id: item, note: null });
  expect((await call(server, operationNamed("fetchItem"), { parameters: { path } })).body).toEqual(replaced.body);
  const shelf = await call(server, operationNamed("listShelf"), { parameters: { path: { shelf: "U1" } } });
  expect(shelf.body).toEqual({ items: [replaced.body] });
});

test("a loan ends once", async () => {
  const server = await started(startLibrary());
  const lent = await call(server, operationNamed("lendItem"), {
    body: { value: { item: 1, member: "M0042", days: 14 }, mediaType: "application/x-www-form-urlencoded" },
  });
  const loan = { parameters: { path: { loan: lent.headers.get("loan-number") } } };
  expect((await call(server, operationNamed("returnLoan"), loan)).status).toBe(204);
  expect((await call(server, operationNamed("returnLoan"), loan)).status).toBe(404);
});

const NEW_BOOK: JsonObject = { kind: "book", title: "A", language: "en", branch: "north", shelf: "A1", pages: 1 };

const atItem = (item: Json): RequestValues => ({ parameters: { path: { item } } });

/** Finds a fault from outside: returns nothing for a server without it. */
interface Probe {
  fault: LibraryFault;
  probe(server: DocumentServer): Promise<string[]>;
  finds: string[];
}

const PROBES: Probe[] = [
  {
    fault: "null-title",
    probe: (server) => violationsOf(server, "fetchItem", atItem(2)),
    finds: ["/title must be string"],
  },
  {
    fault: "wrong-branch",
    probe: (server) => violationsOf(server, "fetchItem", atItem(2)),
    finds: [" must have required property 'pages'", ' must not have the field "issue"'],
  },
  {
    fault: "no-location",
    probe: (server) => violationsOf(server, "addItem", { body: json(NEW_BOOK) }),
    finds: ["Location is missing"],
  },
  {
    fault: "error-shape",
    probe: (server) => violationsOf(server, "removeItem", atItem(999)),
    finds: [" must have required property 'title'", " must have required property 'status'"],
  },
  {
    fault: "lost-after-create",
    probe: async (server) => {
      const { body } = await call(server, operationNamed("addItem"), { body: json(NEW_BOOK) });
      const { status } = await call(server, operationNamed("fetchItem"), atItem(asObject(body).id ?? null));
      return status === 200 ? [] : [`${status} for an added item`];
    },
    finds: ["404 for an added item"],
  },
  {
    fault: "still-there",
    probe: async (server) => {
      await call(server, operationNamed("removeItem"), atItem(5));
      const { status } = await call(server, operationNamed("fetchItem"), atItem(5));
      return status === 404 ? [] : [`${status} for a removed item`];
    },
    finds: ["200 for a removed item"],
  },
  {
    fault: "form-unchecked",
    probe: async (server) => {
      const body = { value: { item: 1 }, mediaType: "application/x-www-form-urlencoded" };
      const { status } = await call(server, operationNamed("lendItem"), { body });
      return status === 400 ? [] : [`${status} for an incomplete form`];
    },
    finds: ["201 for an incomplete form"],
  },
  {
    fault: "put-forgotten",
    probe: async (server) => {
      const put = await call(server, operationNamed("replaceItem"), { ...atItem(4), body: json(NEW_BOOK) });
      const { text } = await call(server, operationNamed("fetchItem"), atItem(4));
      return text === put.text ? [] : ["the old item after a PUT"];
    },
    finds: ["the old item after a PUT"],
  },
];

describe("faults", () => {
  test("each fault has a probe", () => {
    expect(PROBES.map(({ fault }) => fault)).toEqual(Object.keys(LIBRARY_FAULTS));
  });

  test.each(PROBES)("$fault is found only in a server that has it", async ({ fault, probe, finds }) => {
    expect(await probe(await started(startLibrary()))).toEqual([]);
    expect(await probe(await started(startLibrary({ fault })))).toEqual(finds);
  });
});
