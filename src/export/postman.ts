import { STATUS_CODES } from "node:http";
import { isJson } from "../http/media-type.js";
import { assertions, type ScriptNames } from "./assertions.js";
import type { Collection, CollectionRequest } from "./collection.js";
import type { CollectionKey } from "./collection-key.js";
import { type SampleFiles, sampleFiles } from "./sample-files.js";
import { API_KEY } from "./variables.js";
import type { ExportedFile, Written } from "./written.js";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

const NAMES: ScriptNames = {
  test: "pm.test",
  expect: "pm.expect",
  status: "pm.response.code",
  contentType: 'pm.response.headers.get("Content-Type") || ""',
};

/**
 * A collection of Postman (format 2.1), with a folder for each operation. Each request asserts its documented response, and has the
 * example of it as a saved response. Insomnia and Hoppscotch import the collection too.
 */
export function postman({ name, baseUrl, key, requests }: Collection): Written {
  const samples = sampleFiles(requests);
  const collection = {
    info: { name, schema: SCHEMA },
    ...(key && { auth: authOf(key) }),
    variable: [
      { key: "baseUrl", value: baseUrl },
      { key: "apiKey", value: "" },
    ],
    item: [...new Set(requests.map(({ operation }) => operation))].map((operation) => ({
      name: operation,
      item: requests
        .filter((request) => request.operation === operation)
        .map((request) => itemOf(request, key, samples)),
    })),
  };
  const file: ExportedFile = ["postman_collection.json", `${JSON.stringify(collection, null, 2)}\n`];
  return { files: [file, ...samples.files], leftOut: [] };
}

function itemOf(request: CollectionRequest, key: CollectionKey | undefined, samples: SampleFiles) {
  const { example, response } = request;
  const sent = requestOf(request, key, samples);
  const exec = assertions(response, NAMES);
  return {
    name: example,
    ...(exec.length > 0 && { event: [{ listen: "test", script: { type: "text/javascript", exec } }] }),
    request: sent,
    response: [savedResponse(request, sent)],
  };
}

function requestOf(
  { base, description, inheriting, ...own }: CollectionRequest,
  key: CollectionKey | undefined,
  samples: SampleFiles,
) {
  const { method, path, headers, body } = inheriting ?? own;
  return {
    method,
    url: `${base}${path}`,
    ...(key && !inheriting && { auth: { type: "noauth" } }),
    header: headers.map(([name, value]) => ({ key: name, value })),
    ...(body && { body: bodyOf(body, samples) }),
    description,
  };
}

/** The documented response, as if it had been received. */
function savedResponse({ example, response: { code, saved } }: CollectionRequest, originalRequest: object) {
  return {
    name: example,
    originalRequest,
    status: STATUS_CODES[code] ?? "",
    code,
    header: saved ? [{ key: "Content-Type", value: saved.type }] : [],
    ...(saved && { body: saved.text }),
    _postman_previewlanguage: saved && isJson(saved.type) ? "json" : "text",
  };
}

function authOf(key: CollectionKey) {
  const field = (name: string, value: string) => ({ key: name, value, type: "string" });
  if (key.type === "bearer") return { type: "bearer", bearer: [field("token", API_KEY)] };
  return { type: "apikey", apikey: [field("key", key.name), field("value", key.value), field("in", key.type)] };
}

function bodyOf(body: NonNullable<CollectionRequest["body"]>, { pathOf }: SampleFiles) {
  if ("fields" in body) {
    const formdata = body.fields.map((part) => {
      const src = pathOf(part);
      return {
        key: part.name,
        ...(src === undefined ? { value: part.content, type: "text" } : { type: "file", src }),
        ...(part.type === undefined ? {} : { contentType: part.type }),
      };
    });
    return { mode: "formdata", formdata };
  }
  return { mode: "raw", raw: body.text };
}
