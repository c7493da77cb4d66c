import { afterEach, describe, expect, test } from "vitest";
import { placeCredentials } from "../../src/http/credentials.js";
import { covers, isJson, mediaTypeOf } from "../../src/http/media-type.js";
import {
  serializeBody,
  serializeCookies,
  serializeHeader,
  serializePath,
  serializeQuery,
} from "../../src/http/serialize.js";
import { asList, asObject, type Json, type JsonObject } from "../../src/openapi/document.js";
import { examplePairs } from "../../src/openapi/example-pairs.js";
import { loadDocument } from "../../src/openapi/load.js";
import { type Operation, type ParameterLocation, STYLES } from "../../src/openapi/operation.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { valueAt } from "../../src/openapi/pointer.js";
import { securitySchemes } from "../../src/openapi/security.js";
import { responseFor } from "../../src/openapi/status.js";
import { SchemaValidator } from "../../src/openapi/validator.js";
import { LIBRARY_FAULTS, type LibraryFault, startLibrary } from "./library-server.js";
import { startTelemetry, TELEMETRY_FAULTS, type TelemetryFault } from "./telemetry-server.js";

interface Running {
  url: string;
  key: string;
  close(): Promise<void>;
}

/** What a request gives to an operation. */
interface Given {
  parameters?: Partial<Record<ParameterLocation, Record<string, Json>>>;
  body?: { value: Json; mediaType: string };
  key?: string;
}

interface Received {
  status: number;
  headers: Headers;
  text: string;
  body: Json;
}

const running: Running[] = [];
async function started(server: Promise<Running>): Promise<Running> {
  running.push(await server);
  return server;
}
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ close }) => close()));
});

async function model(file: string) {
  const document = await loadDocument(`test/documents/${file}`);
  const operations = operationsOf(document);
  const validator = new SchemaValidator(document);
  const schemes = securitySchemes(document);
  const named = (id: string): Operation => {
    const operation = operations.find((each) => each.id === id);
    if (!operation) throw new Error(`${file} has no operation ${id}.`);
    return operation;
  };

  async function ask({ url, key }: Running, operation: Operation, given: Given = {}): Promise<Received> {
    const { path = {}, query = {}, header = {}, cookie = {} } = given.parameters ?? {};
    const styles = Object.fromEntries(
      operation.parameters.map(({ in: place, name, style, explode }) => {
        const known = STYLES.find((each) => each === style);
        return [`${place}.${name}`, { ...(known ? { style: known } : {}), explode }];
      }),
    );
    const keys = await placeCredentials(operation.security, schemes, given.key ?? key);
    const content = given.body && serializeBody(given.body.value, given.body.mediaType);
    const headers = new Headers(keys.headers);
    for (const [name, value] of Object.entries(header)) headers.set(name, serializeHeader(value));
    if (Object.keys(cookie).length > 0) headers.set("Cookie", serializeCookies(cookie, styles));
    if (given.body && !(content instanceof FormData)) headers.set("Content-Type", given.body.mediaType);
    const search = serializeQuery(query, styles);
    return send(`${url}${serializePath(operation.path, path, styles)}${search && `?${search}`}`, {
      method: operation.method.toUpperCase(),
      headers,
      body: content ?? null,
    });
  }

  /** Why an answer is not as documented; nothing if it is. */
  function complaints(operation: Operation, { status, headers, text, body }: Received): string[] {
    const response = responseFor(operation, status);
    if (!response) return [`${status} is not documented`];
    const found = response.headers.flatMap(({ name, required, schemaPointer }) => {
      const value = headers.get(name);
      if (value === null) return required ? [`${name} is missing`] : [];
      const errors = validator.errors(schemaPointer, /^\d+$/.test(value) ? Number(value) : value);
      return errors.map(({ message }) => `${name} ${message}`);
    });
    if (response.content.length === 0 || operation.method === "head") {
      return text === "" ? found : [...found, "a body is not documented"];
    }
    const type = headers.get("content-type") ?? "";
    const described = response.content.find(({ name }) => covers(name, type));
    if (!described) return [...found, `${type} is not documented`];
    const errors = validator.errors(described.schemaPointer, isJson(type) ? body : text);
    return [...found, ...errors.map(({ at, message }) => `${at} ${message}`)];
  }
  return { document, operations, validator, named, ask, complaints };
}

async function send(url: string, init: RequestInit): Promise<Received> {
  const response = await fetch(url, init);
  const text = await response.text();
  const json = isJson(mediaTypeOf(response.headers.get("content-type") ?? "")) && text !== "";
  return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : null };
}

const library = await model("library.yaml");
const telemetry = await model("telemetry.yaml");
const json = (value: Json) => ({ value, mediaType: "application/json" });

describe.each([
  {
    name: "library.yaml",
    of: library,
    start: () => startLibrary(),
    pairs: {
      searchItems: ["filtered", "everything"],
      addItem: ["book", "magazine"],
      fetchItem: ["book", "magazine", "unknown"],
      replaceItem: ["repaired", "unknown"],
      removeItem: ["atlas", "unknown"],
      listShelf: ["full", "unknown"],
      lendItem: ["fortnight", "unknownItem"],
      returnLoan: ["first", "unknown"],
    },
  },
  {
    name: "telemetry.yaml",
    of: telemetry,
    start: () => startTelemetry(),
    pairs: {
      getHealth: ["up"],
      summarize: [],
      listDevices: ["firstPage", "silent", "audible"],
      registerDevice: ["sensor", "plain"],
      fetchDevice: ["boiler", "door", "unknown"],
      probeDevice: ["boiler", "unknown"],
      retireDevice: ["pump", "unknown"],
      uploadFirmware: ["update", "unknown"],
    },
  },
])("$name", ({ of, start, pairs }) => {
  test("has its operations, each with its examples", () => {
    const found = of.operations.map((operation) => [operation.id, examplePairs(operation).map(({ name }) => name)]);
    expect(Object.fromEntries(found)).toEqual(pairs);
  });

  test("has examples that fit their schemas", () => {
    const wrong = of.operations.flatMap((operation) =>
      examplePairs(operation).flatMap(({ name, parameters, body, responseExample }) =>
        [
          ...parameters.map(({ parameter, value }) => ({ pointer: parameter.schemaPointer, value })),
          ...[body, responseExample].flatMap((each) =>
            each ? [{ pointer: each.mediaType.schemaPointer, value: each.value }] : [],
          ),
        ].flatMap(({ pointer, value }) =>
          of.validator.errors(pointer, value).map((error) => ({ ...error, operation: operation.id, name })),
        ),
      ),
    );
    expect(wrong).toEqual([]);
  });

  const rows = of.operations.flatMap((operation) =>
    examplePairs(operation).map((pair) => ({ operation, pair, title: `${operation.id} ${pair.name}` })),
  );
  test.each(rows)("is kept by its server: $title", async ({ operation, pair }) => {
    const parameters: Given["parameters"] = {};
    for (const { parameter, value } of pair.parameters) {
      parameters[parameter.in] = { ...parameters[parameter.in], [parameter.name]: value };
    }
    const body = pair.body && { value: pair.body.value, mediaType: pair.body.mediaType.name };
    const received = await of.ask(await started(start()), operation, { parameters, ...(body ? { body } : {}) });
    expect(responseFor(operation, received.status)?.pointer).toBe(pair.response.pointer);
    expect(of.complaints(operation, received)).toEqual([]);
  });

  test("is kept by its server against wrong keys, unknown methods and places, and other media types", async () => {
    const server = await started(start());
    for (const operation of of.operations.filter(({ security }) => security.length > 0)) {
      const path = Object.fromEntries(
        operation.parameters.filter((each) => each.in === "path").map(({ name }) => [name, 1]),
      );
      const refused = await of.ask(server, operation, { key: "wrong", parameters: { path } });
      expect(refused.status, operation.id).toBe(401);
      expect(of.complaints(operation, refused), operation.id).toEqual([]);
    }
    for (const operation of of.operations.filter(({ requestBody }) => requestBody)) {
      const path = Object.fromEntries(
        examplePairs(operation).flatMap(({ parameters }) =>
          parameters.map(({ parameter, value }): [string, Json] => [parameter.name, value]),
        ),
      );
      const body = { value: "<a/>", mediaType: "application/xml" };
      const refused = await of.ask(server, operation, { parameters: { path }, body });
      expect(refused.status, operation.id).toBe(415);
      expect(of.complaints(operation, refused), operation.id).toEqual([]);
    }
    const [{ path } = { path: "/" }] = of.operations;
    expect((await send(`${server.url}${path}`, { method: "PATCH" })).status).toBe(405);
    expect((await send(`${server.url}/nowhere`, {})).status).toBe(404);
  });
});

describe("the library", () => {
  test("is read as OpenAPI 3.1", () => {
    expect(library.document.openapi).toBe("3.1.0");
    expect(valueAt(library.document, "#/components/schemas/Book/properties/pages")).toEqual({
      type: "integer",
      exclusiveMinimum: 0,
    });
    expect(library.validator.errors("#/components/schemas/Condition", null)).toEqual([]);
  });

  test.each<[string, Given["parameters"], number[]]>([
    ["nothing asked", {}, [1, 2, 3, 4, 5]],
    ["form", { query: { ids: [2, 3] } }, [2, 3]],
    ["spaceDelimited", { query: { languages: ["en", "fr"] } }, [1, 2, 4]],
    ["pipeDelimited", { query: { subjects: ["politics", "desert"] } }, [1]],
    ["deepObject", { query: { pages: { over: 96, under: 470 } } }, [1, 3]],
    ["a header", { header: { "X-Branches": ["south"] } }, [2, 4, 5]],
    ["a cookie", { cookie: { order: "title" } }, [5, 1, 4, 2, 3]],
  ])("reads %s", async (_, parameters = {}, want) => {
    const server = await started(startLibrary());
    const { body } = await library.ask(server, library.named("searchItems"), { parameters });
    expect(asList(asObject(body).items).map((item) => asObject(item).id)).toEqual(want);
  });

  test.each<[string, string, Given, number]>([
    ["a list that is too long", "searchItems", { parameters: { query: { ids: [1, 2, 3, 4, 5, 6] } } }, 400],
    ["an exclusive maximum", "searchItems", { parameters: { query: { pages: { under: 10000 } } } }, 400],
    ["an unknown header value", "searchItems", { parameters: { header: { "X-Branches": ["east"] } } }, 400],
    ["an unknown cookie value", "searchItems", { parameters: { cookie: { order: "price" } } }, 400],
    ["a path that is no id", "fetchItem", { parameters: { path: { item: "one" } } }, 404],
    ["no body", "addItem", {}, 400],
    [
      "a book with the fields of a magazine",
      "addItem",
      { body: json({ kind: "book", title: "A", language: "en", branch: "north", shelf: "A1", issue: 1 }) },
      400,
    ],
    [
      "an exclusive minimum in a form",
      "lendItem",
      { body: { value: { item: 1, member: "M0001", days: 0 }, mediaType: "application/x-www-form-urlencoded" } },
      400,
    ],
  ])("refuses %s", async (_, id, given, status) => {
    const received = await library.ask(await started(startLibrary()), library.named(id), given);
    expect(received.status).toBe(status);
    expect(library.complaints(library.named(id), received)).toEqual([]);
  });

  test("replaces an item as a whole, and what its links lead to is there", async () => {
    const server = await started(startLibrary());
    const sent = { kind: "book", title: "Ulysses", language: "en", branch: "north", shelf: "U1", pages: 730 };
    const added = await library.ask(server, library.named("addItem"), { body: json({ ...sent, note: "Heavy." }) });
    const item = asObject(added.body).id ?? null;
    expect(
      (await send(server.url + added.headers.get("location"), { headers: { "X-Library-Key": server.key } })).body,
    ).toEqual(added.body);
    const path = { item };
    const replaced = await library.ask(server, library.named("replaceItem"), {
      parameters: { path },
      body: json(sent),
    });
    expect(replaced.body).toMatchObject({ id: item, note: null });
    expect((await library.ask(server, library.named("fetchItem"), { parameters: { path } })).body).toEqual(
      replaced.body,
    );
    const shelf = await library.ask(server, library.named("listShelf"), { parameters: { path: { shelf: "U1" } } });
    expect(shelf.body).toEqual({ items: [replaced.body] });

    const lent = await library.ask(server, library.named("lendItem"), {
      body: { value: { item, member: "M0042", days: 14 }, mediaType: "application/x-www-form-urlencoded" },
    });
    const loan = { parameters: { path: { loan: lent.headers.get("loan-number") } } };
    expect((await library.ask(server, library.named("returnLoan"), loan)).status).toBe(204);
    expect((await library.ask(server, library.named("returnLoan"), loan)).status).toBe(404);
  });
});

describe("the telemetry service", () => {
  test.each<[string, string, Given, number]>([
    ["a page that is too big", "listDevices", { parameters: { query: { page_size: 11 } } }, 400],
    ["a token that leads nowhere", "listDevices", { parameters: { query: { page_token: "?" } } }, 400],
    [
      "parameters that exclude each other",
      "listDevices",
      { parameters: { query: { state: "silent", except_state: "broken" } } },
      400,
    ],
    ["no unit", "summarize", {}, 400],
    ["another version", "registerDevice", { body: json({ schema_version: 2, name: "A", serial: 1 }) }, 400],
    ["an unknown field", "registerDevice", { body: json({ schema_version: 1, name: "A", serial: 1, id: "x" }) }, 400],
    [
      "a longitude in the place of the latitude",
      "registerDevice",
      { body: json({ schema_version: 1, name: "A", serial: 1, location: [164, 48] }) },
      400,
    ],
    [
      "a form with a part missing",
      "uploadFirmware",
      {
        parameters: { path: { device: "dev-0001" } },
        body: { value: { version: "1.0" }, mediaType: "multipart/form-data" },
      },
      400,
    ],
  ])("refuses %s", async (_, id, given, status) => {
    const received = await telemetry.ask(await started(startTelemetry()), telemetry.named(id), given);
    expect(received.status).toBe(status);
    expect(telemetry.complaints(telemetry.named(id), received)).toEqual([]);
  });

  test("sums up, without an example to go by", async () => {
    const operation = telemetry.named("summarize");
    const server = await started(startTelemetry());
    for (const [query, want] of [
      [{ unit: "percent" }, { unit: "percent", devices: 5, range: [40, 44] }],
      [
        { unit: "percent", since: "2026-11-07T00:00:00+01:00" },
        { unit: "percent", devices: 0, range: null },
      ],
    ] as const) {
      const received = await telemetry.ask(server, operation, { parameters: { query } });
      expect(received.body).toEqual(want);
      expect(telemetry.complaints(operation, received)).toEqual([]);
    }
  });

  test("shows every device once over all pages, and then none", async () => {
    expect(await idsOfAllPages(await started(startTelemetry()))).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((number) => `dev-000${number}`),
    );
  });
});

async function idsOfAllPages(server: Running): Promise<Json[]> {
  const { pagination } = telemetry.named("listDevices");
  const ids: Json[] = [];
  let token: Json | undefined;
  do {
    const query = { page_size: 2, ...(token ? { page_token: token } : {}) };
    const { body } = await telemetry.ask(server, telemetry.named("listDevices"), { parameters: { query } });
    ids.push(...asList(valueAt(body, pagination?.items ?? "")).map((device) => asObject(device).id ?? null));
    token = valueAt(body, pagination?.forward.body ?? "");
  } while (token && ids.length < 50);
  return ids;
}

/** Tells what is wrong, from outside: nothing of an honest server. */
type Probe = (server: Running) => Promise<string[]>;

const NEW_BOOK: JsonObject = { kind: "book", title: "A", language: "en", branch: "north", shelf: "A1", pages: 1 };
async function libraryComplaints(server: Running, id: string, given: Given): Promise<string[]> {
  return library.complaints(library.named(id), await library.ask(server, library.named(id), given));
}
async function telemetryComplaints(server: Running, id: string, given: Given): Promise<string[]> {
  return telemetry.complaints(telemetry.named(id), await telemetry.ask(server, telemetry.named(id), given));
}
const atItem = (item: Json): Given => ({ parameters: { path: { item } } });
const atDevice = (device: Json): Given => ({ parameters: { path: { device } } });

const LIBRARY_PROBES: { fault: LibraryFault; probe: Probe; shows: string[] }[] = [
  {
    fault: "null-title",
    probe: (server) => libraryComplaints(server, "fetchItem", atItem(2)),
    shows: ["/title must be string"],
  },
  {
    fault: "wrong-branch",
    probe: (server) => libraryComplaints(server, "fetchItem", atItem(2)),
    shows: [" must have required property 'pages'", ' must not have the field "issue"'],
  },
  {
    fault: "no-location",
    probe: (server) => libraryComplaints(server, "addItem", { body: json(NEW_BOOK) }),
    shows: ["Location is missing"],
  },
  {
    fault: "error-shape",
    probe: (server) => libraryComplaints(server, "removeItem", atItem(999)),
    shows: [" must have required property 'title'", " must have required property 'status'"],
  },
  {
    fault: "lost-after-create",
    probe: async (server) => {
      const { body } = await library.ask(server, library.named("addItem"), { body: json(NEW_BOOK) });
      const { status } = await library.ask(server, library.named("fetchItem"), atItem(asObject(body).id ?? null));
      return status === 200 ? [] : [`what was added brings ${status}`];
    },
    shows: ["what was added brings 404"],
  },
  {
    fault: "still-there",
    probe: async (server) => {
      await library.ask(server, library.named("removeItem"), atItem(5));
      const { status } = await library.ask(server, library.named("fetchItem"), atItem(5));
      return status === 404 ? [] : [`what was removed brings ${status}`];
    },
    shows: ["what was removed brings 200"],
  },
  {
    fault: "form-unchecked",
    probe: async (server) => {
      const body = { value: { item: 1 }, mediaType: "application/x-www-form-urlencoded" };
      const { status } = await library.ask(server, library.named("lendItem"), { body });
      return status === 400 ? [] : [`half a form brings ${status}`];
    },
    shows: ["half a form brings 201"],
  },
  {
    fault: "put-forgotten",
    probe: async (server) => {
      const put = await library.ask(server, library.named("replaceItem"), { ...atItem(4), body: json(NEW_BOOK) });
      const { text } = await library.ask(server, library.named("fetchItem"), atItem(4));
      return text === put.text ? [] : ["what was put is not what is fetched"];
    },
    shows: ["what was put is not what is fetched"],
  },
];

const TELEMETRY_PROBES: { fault: TelemetryFault; probe: Probe; shows: string[] }[] = [
  {
    fault: "swapped-tuple",
    probe: (server) => telemetryComplaints(server, "fetchDevice", atDevice("dev-0001")),
    shows: ["/last_reading/0 must be string", "/last_reading/1 must be number"],
  },
  {
    fault: "dependent-unchecked",
    probe: async (server) => {
      const body = json({ schema_version: 1, name: "A", serial: 1, threshold: 5 });
      const { status } = await telemetry.ask(server, telemetry.named("registerDevice"), { body });
      return status === 400 ? [] : [`a threshold without a unit brings ${status}`];
    },
    shows: ["a threshold without a unit brings 201"],
  },
  {
    fault: "header-text",
    probe: (server) => telemetryComplaints(server, "listDevices", {}),
    shows: ["X-Total-Devices must be integer"],
  },
  {
    fault: "text-answer",
    probe: (server) => telemetryComplaints(server, "fetchDevice", atDevice("dev-0001")),
    shows: ["text/plain is not documented"],
  },
  {
    fault: "repeated-item",
    probe: async (server) => {
      const ids = await idsOfAllPages(server);
      return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} comes twice`);
    },
    shows: ["dev-0002 comes twice", "dev-0004 comes twice", "dev-0006 comes twice"],
  },
  {
    fault: "extra-field",
    probe: (server) =>
      telemetryComplaints(server, "registerDevice", { body: json({ schema_version: 1, name: "A", serial: 1 }) }),
    shows: [' must not have the field "firmware"'],
  },
  {
    fault: "no-password",
    probe: async (server) => {
      const given = { ...atDevice("dev-ffff"), key: "wrong" };
      const { status } = await telemetry.ask(server, telemetry.named("retireDevice"), given);
      return status === 401 ? [] : [`a wrong password brings ${status}`];
    },
    shows: ["a wrong password brings 404"],
  },
  {
    fault: "head-without-etag",
    probe: (server) => telemetryComplaints(server, "probeDevice", atDevice("dev-0001")),
    shows: ["ETag is missing"],
  },
];

describe("a fault shows, and nothing of it without", () => {
  test("has a probe for each", () => {
    expect(LIBRARY_PROBES.map(({ fault }) => fault)).toEqual(Object.keys(LIBRARY_FAULTS));
    expect(TELEMETRY_PROBES.map(({ fault }) => fault)).toEqual(Object.keys(TELEMETRY_FAULTS));
  });

  test.each(LIBRARY_PROBES)("library: $fault", async ({ fault, probe, shows }) => {
    expect(await probe(await started(startLibrary()))).toEqual([]);
    expect(await probe(await started(startLibrary({ fault })))).toEqual(shows);
  });

  test.each(TELEMETRY_PROBES)("telemetry: $fault", async ({ fault, probe, shows }) => {
    expect(await probe(await started(startTelemetry()))).toEqual([]);
    expect(await probe(await started(startTelemetry({ fault })))).toEqual(shows);
  });
});
