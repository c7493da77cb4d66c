import { expect, test } from "vitest";
import { clientFile } from "#generate/client/client-file.js";

const clientOf = (title: string, version: string): string => {
  const file = clientFile({ openapi: "3.1.0", info: { title, version }, paths: {} }, "./runtime.js");
  return /export interface (\w+)/.exec(file)?.[1] ?? "";
};

test.each([
  ["Shop API", "1.4.0", "ShopApi"],
  ["Shop API 1.4.0", "1.4.0", "ShopApi"],
  ["Shop API v1.5.0", "1.5.0", "ShopApi"],
  ["Shop API (v1.4)", "1.4.0", "ShopApi"],
  ["Shop API [1.4.0-beta.1]", "v1.4.0-beta.1", "ShopApi"],
  ["Shop API v2", "2.0.0", "ShopApiV2"],
  ["OAuth 2.0 API", "1.4.0", "OAuth20Api"],
  ["1.4.0", "1.4.0", "Client"],
])("the client of %s, version %s, is %s: a release does not rename it", (title, version, name) => {
  expect(clientOf(title, version)).toBe(name);
});
