import { BASE_URL, type Collection, type CollectionRequest } from "./collection.js";
import type { Written } from "./written.js";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** A collection of Postman (format 2.1), with a folder for each operation. Insomnia and Hoppscotch import it too. */
export function postman({ name, baseUrl, requests }: Collection): Written {
  const collection = {
    info: { name, schema: SCHEMA },
    variable: [
      { key: "baseUrl", value: baseUrl },
      { key: "apiKey", value: "" },
    ],
    item: [...new Set(requests.map(({ operation }) => operation))].map((operation) => ({
      name: operation,
      item: requests
        .filter((request) => request.operation === operation)
        .map((request) => ({ name: request.example, request: requestOf(request), response: [] })),
    })),
  };
  return { files: [["postman_collection.json", `${JSON.stringify(collection, null, 2)}\n`]], leftOut: [] };
}

function requestOf({ method, path, headers, body, description }: CollectionRequest) {
  return {
    method,
    url: `${BASE_URL}${path}`,
    header: headers.map(([key, value]) => ({ key, value })),
    ...(body && { body: bodyOf(body) }),
    description,
  };
}

function bodyOf(body: NonNullable<CollectionRequest["body"]>) {
  if ("fields" in body) {
    return { mode: "formdata", formdata: body.fields.map(([key, value]) => ({ key, value, type: "text" })) };
  }
  return { mode: "raw", raw: body.text };
}
