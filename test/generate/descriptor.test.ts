import { expect, test } from "vitest";
import { operationDescriptor } from "#generate/client/descriptor.js";
import type { JsonObject } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { extras } from "../client/all-extras.js";
import { documentOf } from "../verify/small-document.js";

test("a client sends the fields of a form by their encoding", () => {
  const form = { schema: { type: "object" }, encoding: { to: { style: "deepObject", explode: true } } };
  const requestBody = { content: { "application/x-www-form-urlencoded": form } };
  const document = documentOf({ "/a": { post: { requestBody, responses: {} } } });
  const [operation] = operationsOf(document);
  if (!operation) throw new Error("No operation.");
  const descriptor = operationDescriptor(document, operation);
  expect(descriptor.encoding).toEqual({ "application/x-www-form-urlencoded": { to: { joint: "[]" } } });
  const body = extras.body({ ...descriptor, extras }, { body: { to: { address: { city: "Ulm" } } } }, new Headers());
  expect(decodeURIComponent(String(body))).toBe("to[address][city]=Ulm");
});

const described = (operation: JsonObject) => {
  const document = documentOf({ "/a": { post: { responses: {}, ...operation } } });
  const schemes = { key: { type: "http", scheme: "bearer" }, mtls: { type: "mutualTLS" } };
  const whole = { ...document, components: { securitySchemes: schemes } };
  return operationsOf(whole).map((operation) => operationDescriptor(whole, operation));
};
const json = { description: "", content: { "application/json": {} } };

test.each<[string, JsonObject, object]>([
  [
    "`default` is for errors, if a success is documented",
    { responses: { 201: json, default: json } },
    { responses: { 201: ["application/json"], default: ["application/json"] } },
  ],
  [
    "`default` is also a success, if none is documented",
    { responses: { default: json } },
    { responses: { default: ["application/json"], "2XX": ["application/json"] }, redirects: true },
  ],
  [
    "a redirect is a success, if no other is documented",
    { responses: { 302: { description: "" } } },
    { responses: { 302: [] }, redirects: true },
  ],
  [
    "only keys that a client can send are named",
    { responses: { 204: json }, security: [{ mtls: [] }, {}, { mtls: [], key: [] }] },
    { security: [["key"]] },
  ],
  [
    "JSON with other parameters is the same type",
    { responses: { 200: { description: "", content: { "application/json;a=1": {}, "application/json;a=2": {} } } } },
    { responses: { 200: ["application/json;a=1"] } },
  ],
  [
    "a body has the media type that is sent by default",
    { requestBody: { content: { "text/plain": {}, "application/vnd.a+json": {} } }, responses: { 204: json } },
    { body: "application/vnd.a+json" },
  ],
])("%s", (_, operation, wanted) => {
  expect(described(operation)).toMatchObject([wanted]);
  expect(
    described(operation).every((one) => "redirects" in one === "redirects" in wanted || !("responses" in wanted)),
  ).toBe(true);
});
