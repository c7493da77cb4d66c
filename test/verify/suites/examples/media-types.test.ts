import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { failuresOf } from "#test/verify/failures.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";

const OBJECT: JsonObject = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };
const JSON_AND_CSV: JsonObject = {
  "application/json": { schema: OBJECT },
  "text/csv": { schema: { type: "string", pattern: "^n\\n" } },
};
const ONLY = { only: ["examples"] };

const responding = (content: JsonObject, more: JsonObject = {}): JsonObject => ({
  "/report": { get: { operationId: "report", responses: { "200": { description: "Done.", content }, ...more } } },
});

const send = (response: Parameters<Respond>[1], type: string, body: string | Buffer, status = 200) =>
  void response.writeHead(status, { "content-type": type }).end(body);

/** The media type that a request wants most, as a server by RFC 9110 (12.5.1) chooses it. */
function wanted(accept = "*/*"): string {
  const ranges = accept.split(",").map((range) => {
    const [type = "", quality = "q=1"] = range.split(";").map((part) => part.trim());
    return { type, quality: Number(quality.slice(2)) };
  });
  return ranges.toSorted((one, other) => other.quality - one.quality)[0]?.type ?? "";
}

/** Sends JSON or CSV as asked, and a page to a client without a preference. */
const negotiating =
  (csv: string | Buffer, type = "text/csv"): Respond =>
  ({ headers: { accept } }, response) => {
    if (wanted(accept) === "text/csv") return send(response, type, csv);
    if (wanted(accept) === "application/json") return send(response, "application/json", '{"n":1}');
    return send(response, "text/html", "<p>1</p>");
  };

describe("each documented media type is asked for", () => {
  test.each<[string, Respond]>([
    ["negotiates", negotiating("n\n1\n")],
    ["sends JSON whatever is asked", (_, response) => send(response, "application/json", '{"n":1}')],
    [
      "sends 406 where a query parameter chooses the media type",
      ({ headers: { accept = "" } }, response) =>
        accept.includes("application/json,")
          ? send(response, "application/json", '{"n":1}')
          : send(response, "text/plain", "no", 406),
    ],
  ])("a server that %s is legal", async (_, respond) => {
    const { results, requests } = await verifyServer(responding(JSON_AND_CSV), respond, {}, ONLY);
    expect(failuresOf(results)).toEqual([]);
    expect(requests.map(({ headers }) => headers.accept)).toEqual(
      expect.arrayContaining(["application/json, text/csv;q=0.9", "text/csv, application/json;q=0.1"]),
    );
  });

  test.each<[string, Respond]>([
    ["with another head line", negotiating("x\n1\n")],
    [
      "as bytes of another charset than it names",
      negotiating(Buffer.from("n\n", "utf16le"), "text/csv; charset=utf-8"),
    ],
  ])("a server whose CSV is wrong is faulty: %s", async (_, respond) => {
    const { results } = await verifyServer(responding(JSON_AND_CSV), respond, {}, ONLY);
    expect(failuresOf(results)).toEqual([expect.stringContaining("Accept: text/csv")]);
  });

  test("a text is read by the charset that the server names", async () => {
    const content = { "text/csv": { schema: { type: "string", pattern: "^größe\\n" } } };
    const latin: Respond = (_, response) =>
      send(response, "text/csv; charset=iso-8859-1", Buffer.from("größe\n1", "latin1"));
    const { results } = await verifyServer(responding(content), latin, {}, ONLY);
    expect(failuresOf(results)).toEqual([]);
    expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed"]);
  });

  test("one alone needs no further request, and a range is not asked for apart", async () => {
    const respond: Respond = (_, response) => send(response, "application/json", '{"n":1}');
    for (const content of [{ "application/json": { schema: OBJECT } }, { "*/*": { schema: OBJECT } }]) {
      const { requests } = await verifyServer(responding(content), respond, {}, ONLY);
      expect(requests).toHaveLength(1);
    }
  });
});

describe("a body of a range has one media type", () => {
  const creating = (content: JsonObject): JsonObject => ({
    "/things": {
      post: {
        operationId: "addThing",
        requestBody: { required: true, content },
        responses: { "201": { description: "Done." }, "415": { description: "No." } },
      },
    },
  });

  test.each<[string, JsonObject, string]>([
    ["image/*", { type: "string", format: "binary" }, "image/png"],
    ["*/*", OBJECT, "application/json"],
    ["application/*", OBJECT, "application/json"],
    ["application/*+json", OBJECT, "application/x.any+json"],
    ["text/*", { type: "string" }, "text/plain"],
    ["application/octet-stream", { type: "string", format: "binary" }, "application/octet-stream"],
  ])("%s", async (name, schema, want) => {
    const respond: Respond = ({ headers }, response) =>
      void response.writeHead(headers["content-type"] === want ? 201 : 415).end();
    const { results, requests } = await verifyServer(
      creating({ [name]: { schema } }),
      respond,
      { writes: "creations" },
      ONLY,
    );
    expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed"]);
    expect(new Set(requests.map(({ headers }) => headers["content-type"]))).toEqual(new Set([want]));
    if (want === "image/png") expect(requests[0]?.body).toContain("PNG");
  });

  test("a media type whose content cannot be made is skipped, with what is missing", async () => {
    const respond: Respond = (_, response) => void response.writeHead(201).end();
    const content = { "video/*": { schema: { type: "string", format: "binary" } } };
    const { results, requests } = await verifyServer(creating(content), respond, { writes: "creations" }, ONLY);
    expect([results.map(({ outcome }) => outcome.verdict), requests]).toEqual([["skipped"], []]);
  });
});
