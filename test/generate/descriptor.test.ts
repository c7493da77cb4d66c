import { expect, test } from "vitest";
import { operationDescriptor } from "#generate/client/descriptor.js";
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
