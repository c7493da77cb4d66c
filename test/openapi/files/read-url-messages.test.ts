import { expect, test } from "vitest";
import { readUrl } from "#openapi/files/read-url.js";
import { serve } from "#test/server.js";

test.each<[string, number, string, RegExp]>([
  [
    "the page of a documentation",
    200,
    "<!DOCTYPE html><title>API</title>",
    /is a page \(HTML\), and not a document\. Give the address that the page loads/,
  ],
  ["a page with a line break before it", 200, "\n<html lang=en>", /is a page \(HTML\)/],
  [
    "a document behind a login",
    401,
    "",
    /responds with 401\. It needs a login: download the document, and name the file\.$/,
  ],
  ["a document that does not exist", 404, "", /responds with 404\.$/],
])("%s is named in place of a document", async (_, status, text, message) => {
  const server = await serve((__, response) => response.writeHead(status).end(text));
  await expect(readUrl(`${server.url}/docs`)).rejects.toThrow(message);
  await server.close();
});

test("https to a server that speaks http is named, with the correction", async () => {
  const server = await serve((_, response) => response.end("{}"));
  await expect(readUrl(server.url.replace("http:", "https:"))).rejects.toThrow(
    /write http:\/\/ in place of https:\/\/\.$/,
  );
  await server.close();
});
