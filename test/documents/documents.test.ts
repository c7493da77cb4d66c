import { describe, expect, test } from "vitest";
import type { Json } from "#openapi/document/document.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import { responseFor } from "#openapi/operations/status.js";
import { documentClient, type RequestValues, send, started } from "./document-client.js";
import { startLibrary } from "./library-server.js";
import { startTelemetry } from "./telemetry-server.js";

describe.each([
  {
    name: "library.yaml",
    client: await documentClient("library.yaml"),
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
    client: await documentClient("telemetry.yaml"),
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
])("$name", ({ client, start, pairs }) => {
  const { operations, validator, call, violations } = client;

  test("has these operations with these examples", () => {
    const found = operations.map((operation) => [operation.id, examplePairs(operation).map(({ name }) => name)]);
    expect(Object.fromEntries(found)).toEqual(pairs);
  });

  test("has examples that fit their schemas", () => {
    const errors = operations.flatMap((operation) =>
      examplePairs(operation).flatMap(({ name, parameters, body, responseExample }) =>
        [
          ...parameters.map(({ parameter, value }) => ({ pointer: parameter.schemaPointer, value })),
          ...[body, responseExample].flatMap((each) =>
            each ? [{ pointer: each.mediaType.schemaPointer, value: each.value }] : [],
          ),
        ].flatMap(({ pointer, value }) =>
          validator.errors(pointer, value).map((error) => ({ ...error, operation: operation.id, name })),
        ),
      ),
    );
    expect(errors).toEqual([]);
  });

  const rows = operations.flatMap((operation) =>
    examplePairs(operation).map((pair) => ({ operation, pair, title: `${operation.id} ${pair.name}` })),
  );
  test.each(rows)("the server returns the documented response for the example $title", async ({ operation, pair }) => {
    const parameters: RequestValues["parameters"] = {};
    for (const { parameter, value } of pair.parameters) {
      parameters[parameter.in] = { ...parameters[parameter.in], [parameter.name]: value };
    }
    const body = pair.body && { value: pair.body.value, mediaType: pair.body.mediaType.name };
    const response = await call(await started(start()), operation, { parameters, ...(body ? { body } : {}) });
    expect(responseFor(operation, response.status)?.pointer).toBe(pair.response.pointer);
    expect(violations(operation, response)).toEqual([]);
  });

  const secured = operations.filter(({ security }) => security.length > 0);
  test.each(secured)("the server rejects a wrong key with 401: $id", async (operation) => {
    const names = operation.parameters.filter((each) => each.in === "path").map(({ name }) => name);
    const path = Object.fromEntries(names.map((name) => [name, 1]));
    const response = await call(await started(start()), operation, { key: "wrong", parameters: { path } });
    expect(response.status).toBe(401);
    expect(violations(operation, response)).toEqual([]);
  });

  const withBody = operations.filter(({ requestBody }) => requestBody);
  test.each(withBody)("the server rejects a body of another media type with 415: $id", async (operation) => {
    const path = Object.fromEntries(
      examplePairs(operation).flatMap(({ parameters }) =>
        parameters.map(({ parameter, value }): [string, Json] => [parameter.name, value]),
      ),
    );
    const body = { value: "<a/>", mediaType: "application/xml" };
    const response = await call(await started(start()), operation, { parameters: { path }, body });
    expect(response.status).toBe(415);
    expect(violations(operation, response)).toEqual([]);
  });

  test("the server responds with 405 to another method, and with 404 at another path", async () => {
    const { url } = await started(start());
    const [{ path } = { path: "/" }] = operations;
    expect((await send(url + path, { method: "PATCH" })).status).toBe(405);
    expect((await send(`${url}/elsewhere`)).status).toBe(404);
  });
});
