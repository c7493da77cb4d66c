import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import { json } from "../../server.js";

const OCTETS: JsonObject = { type: "string", contentMediaType: "application/octet-stream" };
const FORMS: readonly (readonly [writer: string, file: JsonObject])[] = [
  ["FastAPI", OCTETS],
  ["springdoc and Swashbuckle", { type: "string", format: "binary" }],
  ["a document with a reference", { allOf: [{ $ref: "#/components/schemas/Upload" }] }],
];
const DETAIL: JsonObject = { type: "object", properties: { detail: { type: "array", items: { type: "object" } } } };

function pathsWith(file: JsonObject): JsonObject {
  const schema: JsonObject = {
    type: "object",
    required: ["file", "pages"],
    properties: {
      file,
      pages: { type: "array", items: file },
      note: { anyOf: [{ type: "string" }, { type: "null" }] },
    },
  };
  const content = (of: JsonObject) => ({ "application/json": { schema: of } });
  return {
    "/documents": {
      post: {
        operationId: "upload",
        requestBody: { required: true, content: { "multipart/form-data": { schema } } },
        responses: {
          "200": { description: "Done.", content: content({ type: "object", required: ["names"] }) },
          "422": { description: "Refused.", content: content(DETAIL) },
        },
      },
    },
  };
}

/** A server that takes a part without a file name for a text, as parsers of forms do, and refuses it. */
const upload: Respond = ({ body, headers }, response) => {
  const contentType = String(headers["content-type"]);
  const refuse = () => json(response, 422, { detail: [{ loc: ["body", "file"], msg: "Expected UploadFile" }] });
  const accept = (form: FormData) => {
    const files = [...form.getAll("file").slice(0, 1), ...form.getAll("pages")];
    const names = files.flatMap((file) => (file instanceof File ? [file.name] : []));
    if (!form.has("file") || !form.has("pages") || names.length < files.length) return refuse();
    json(response, 200, { names });
  };
  new Response(body, { headers: { "content-type": contentType } }).formData().then(accept, refuse);
};

test.each(FORMS)("a server that takes files alone gets files by the document of %s", async (_, file) => {
  const extensions = { components: { schemas: { Upload: OCTETS } } };
  const statuses: number[] = [];
  const settings = { extensions, onExchange: ({ status }: Exchange) => void statuses.push(status) };
  const { results, requests } = await verifyServer(pathsWith(file), upload, { hasExampleData: false }, settings);
  expect([...failuresOf(results), ...warningsOf(results)]).toEqual([]);
  expect(statuses).toContain(200);
  expect(requests.some(({ body }) => body.includes('name="pages"; filename="pages.bin"'))).toBe(true);
});
