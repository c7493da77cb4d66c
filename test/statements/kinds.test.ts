import { readFile } from "node:fs/promises";
import { parseYaml } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import * as runtime from "#client/index.js";
import { pagedList } from "#generate/client/paging.js";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { applyOverlay } from "#openapi/overlay/apply-overlay.js";
import { overlayOf } from "#openapi/overlay/read-overlay.js";
import { KINDS } from "#statements/paging/kinds.js";
import { documentOf } from "../verify/small-document.js";
import { get, query } from "./document.js";

const page = await readFile("docs/client-package.md", "utf8");

test("the page of client packages has every kind of paging", () => {
  const [, table = ""] = page.split("| kind | names in the document |");
  const rows = [...(table.split("\n\n")[0] ?? "").matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(KINDS.map(({ name }) => name));
});

test.each(KINDS)("the runtime of clients exports the functions of the kind $name", ({ follow, runtime: names }) => {
  const exported = new Map<string, unknown>(Object.entries(runtime));
  expect(exported.get(names.stated)).toBe(follow.stated);
  expect(exported.get(names.inferred)).toBe(follow.inferred);
});

test("the overlay on the page states what names do not say", async () => {
  const [, text = ""] = /```yaml\n(overlay: [^`]*)```/.exec(page) ?? [];
  const properties = { orders: { type: "array", items: { type: "string" } }, until: { type: "string" } };
  const schema: JsonObject = { type: "object", properties };
  const document = documentOf({ "/orders": { get: get(schema, [query("from", "string")]) } });
  const statement = async (contract: JsonObject) => {
    const [operation] = operationsOf(contract);
    return operation && pagedList(contract, operation)?.statement;
  };
  expect(await statement(document)).toBeUndefined();
  const stated = await applyOverlay(document, overlayOf(parseYaml(text), "paging.yaml"), "paging.yaml");
  expect(await statement(asObject(stated))).toBe(
    "Pages: the items are at `/orders`, and `from` has the value at `/until` of a page, as `x-pagination` states.",
  );
});
