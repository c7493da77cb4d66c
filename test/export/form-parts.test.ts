import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { bruno } from "#export/bruno.js";
import { collectionOf } from "#export/collection.js";
import { httpFile } from "#export/http-file.js";
import { postman } from "#export/postman.js";
import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";

/** Bruno's own parser of a file of a request. */
const { bruToJsonV2 }: Record<"bruToJsonV2", (text: string) => JsonObject> = createRequire(import.meta.url)(
  "@usebruno/lang",
);

test.each<[name: string, schema: JsonObject, encoding: JsonObject, value: Json, type: string]>([
  ["an object", { type: "object" }, {}, { a: 1 }, "application/json"],
  ["an object in a list", { type: "array", items: { type: "object" } }, {}, [{ a: 1 }], "application/json"],
  ["a text as JSON", { type: "string" }, { contentType: "application/json" }, "x", "application/json"],
  ["a text of a range", { type: "string" }, { contentType: "text/*" }, "x", "text/plain"],
  [
    "a text in a charset",
    { type: "string" },
    { contentType: "text/csv; charset=utf-8" },
    "x",
    "text/csv; charset=utf-8",
  ],
  ["a text of no type", { type: "string" }, { contentType: "a/b)\n}\n\nscript:pre-request {" }, "x", ""],
  ["a plain text", { type: "string" }, {}, "x", ""],
  ["an object with a style", { type: "object" }, { style: "form", explode: false }, { a: 1 }, ""],
])("the part of a form that is %s has its media type", async (_, schema, encoding, value, type) => {
  const form = {
    schema: { type: "object", properties: { it: schema } },
    encoding: { it: encoding },
    example: { it: value },
  };
  const operation = { requestBody: { content: { "multipart/form-data": form } }, responses: { "204": {} } };
  const collection = await collectionOf({
    ...{ openapi: "3.1.0", info: { title: "Forms", version: "1" } },
    paths: { "/a": { post: operation } },
  });
  const [[, json = ""] = []] = postman(collection).files;
  const [sent] = asList(valueAt(JSON.parse(json), "/item/0/item/0/request/body/formdata"));
  expect(asObject(sent).contentType ?? "").toBe(type);
  const [, text = ""] = httpFile(collection).files[0] ?? [];
  expect(/name="it"\n(?:Content-Type: (.*)\n)?\n/.exec(text)?.[1] ?? "").toBe(type);
  const [, written = ""] = bruno(collection).files.find(([, content]) => content.includes("multipart-form")) ?? [];
  const read = asObject(bruToJsonV2(written));
  const [part] = asList(asObject(read.body).multipartForm);
  expect(asObject(part)).toMatchObject({ name: "it", contentType: type });
  expect(asObject(part).value).toEqual([asObject(sent).value].flat()[0]);
});

test.each<[name: string, schema: JsonObject, encoding: JsonObject, type: string, ending: string]>([
  ["a file", { type: "string", format: "binary" }, {}, "application/octet-stream", "bin"],
  ["a picture of several types", { type: "string" }, { contentType: "image/png, image/jpeg" }, "image/png", "png"],
  ["a table", { type: "string", contentMediaType: "text/csv" }, { contentType: "text/csv" }, "text/csv", "csv"],
])("the part of a form that is %s is a file in each format", async (_, schema, encoding, type, ending) => {
  const form = {
    schema: { type: "object", properties: { it: schema } },
    encoding: { it: encoding },
    example: { it: "x" },
  };
  const operation = { requestBody: { content: { "multipart/form-data": form } }, responses: { "204": {} } };
  const collection = await collectionOf({
    ...{ openapi: "3.1.0", info: { title: "Forms", version: "1" } },
    paths: { "/a": { post: operation } },
  });
  const path = `files/1-it.${ending}`;
  const [[, json = ""] = [], ...files] = postman(collection).files;
  const [sent] = asList(valueAt(JSON.parse(json), "/item/0/item/0/request/body/formdata"));
  expect(sent).toEqual({ key: "it", type: "file", src: path, contentType: type });
  expect(files).toEqual([[path, "x"]]);
  const [, text = ""] = httpFile(collection).files[0] ?? [];
  expect(text).toContain(`name="it"; filename="it.${ending}"\nContent-Type: ${type}\n\nx\n`);
  const written = bruno(collection).files;
  expect(written).toContainEqual([path, "x"]);
  const [, bru = ""] = written.find(([, content]) => content.includes("multipart-form")) ?? [];
  const [part] = asList(asObject(asObject(bruToJsonV2(bru)).body).multipartForm);
  expect(part).toMatchObject({ name: "it", type: "file", value: [path], contentType: type });
});
