import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { failuresOf } from "#test/verify/failures.js";
import { jsonResponse, pathParameter, REJECTED, verifyServer } from "#test/verify/small-document.js";

const LOCATION: JsonObject = { Location: { required: true, schema: { type: "string" } } };
const REDIRECT = jsonResponse({ type: "object" }, {}, { headers: LOCATION });

/** A download that redirects to the file. */
function download(responses: JsonObject, parameter: JsonObject): JsonObject {
  return { "/files/{id}": { get: { parameters: [parameter], responses } } };
}

const WITH_EXAMPLE = pathParameter("id", { type: "integer" }, "7");
const WITHOUT_EXAMPLE: JsonObject = { name: "lines", in: "query", required: true, schema: { type: "integer" } };
const DOCUMENTS: [title: string, paths: JsonObject][] = [
  ["with an example", download({ "302": REDIRECT, "404": REJECTED }, WITH_EXAMPLE)],
  ["with another success", download({ "200": jsonResponse(true, {}), "3XX": REDIRECT, "404": REJECTED }, WITH_EXAMPLE)],
  [
    "without an example",
    { "/report": { get: { parameters: [WITHOUT_EXAMPLE], responses: { "302": REDIRECT, "400": REJECTED } } } },
  ],
];

/** The verdicts of the examples, and their failures, of a server that redirects. */
async function redirected(paths: JsonObject, headers: Record<string, string>) {
  const { results } = await verifyServer(
    paths,
    (_, response) => response.writeHead(302, { "content-type": "text/html", ...headers }).end("<a>moved</a>"),
    {},
    { only: ["examples", "accepted-values"] },
  );
  return { verdicts: [...new Set(results.map(({ outcome }) => outcome.verdict))], failures: failuresOf(results) };
}

test.each(DOCUMENTS)(
  "a documented redirection is a success, whatever its body is: an operation %s",
  async (_, paths) => {
    const location = "http://localhost/file.pdf";
    expect(await redirected(paths, { location })).toEqual({ verdicts: ["passed"], failures: [] });
  },
);

test.each(DOCUMENTS)("a redirection without its documented header is a failure: an operation %s", async (_, paths) => {
  const { failures } = await redirected(paths, {});
  expect(failures[0]).toContain("the header Location is missing");
});

test("a redirection that the document does not list is a failure", async () => {
  const paths = download({ "200": jsonResponse(true, {}), "404": REJECTED }, WITH_EXAMPLE);
  const { failures } = await redirected(paths, { location: "http://localhost/file.pdf" });
  expect(failures[0]).toContain("302, but the document lists only 200, 404");
});
