import { expect, test } from "vitest";
import { camelCase } from "#openapi/document/letter-case.js";

test.each<[text: string, name: string]>([
  ["AIFCareer_X", "aifCareerX"],
  ["URLShort_create", "urlShortCreate"],
  ["HTTPServer", "httpServer"],
  ["XMLHttpRequest", "xmlHttpRequest"],
  ["HTTP2Server", "http2Server"],
  ["HTTP2-server", "http2Server"],
  ["URLs_list", "urlsList"],
  ["IDsOfTeam", "idsOfTeam"],
  ["A", "a"],
  ["AB", "ab"],
  ["ABc", "aBc"],
  ["A-b-c", "aBC"],
  ["A-Foo", "aFoo"],
  ["URL_create", "urlCreate"],
  ["OAuthToken", "oAuthToken"],
  ["ÄÖÜber", "äöÜber"],
  ["Get-URL", "getUrl"],
  ["GetURL", "getURL"],
  ["show-pet", "showPet"],
])("%s is %s in camelCase", (text, name) => {
  expect(camelCase(text)).toBe(name);
});

test.each(["iOSDevice", "eTag", "listSuppressions", "getURLs", "getHTTPServer", "a", "aB", "x1Y"])(
  "%s stays as it is",
  (name) => {
    expect(camelCase(name)).toBe(name);
  },
);
