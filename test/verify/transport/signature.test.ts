import { createHash, createHmac } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

import { json, type ReceivedRequest, serve } from "#test/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { documentOf } from "#test/verify/small-document.js";
import { testTarget } from "#test/verify/target.js";
import { verify } from "#verify/verify.js";

/** A provision module that signs by RFC 9421, with HMAC and SHA-256 (3.3.3), over the method, the address and the digest (RFC 9530). */
const MODULE = `
import { createHash, createHmac } from "node:crypto";
export const provision = () => ({
  async sign({ method, url, body = new Uint8Array() }) {
    const digest = "sha-256=:" + createHash("sha256").update(body).digest("base64") + ":";
    const input = '("@method" "@target-uri" "content-digest");keyid="test";alg="hmac-sha256"';
    const base = ['"@method": ' + method, '"@target-uri": ' + url, '"content-digest": ' + digest, '"@signature-params": ' + input];
    const value = createHmac("sha256", "a secret of the test").update(base.join("\\n")).digest("base64");
    return { "content-digest": digest, "signature-input": "sig=" + input, signature: "sig=:" + value + ":" };
  },
});`;

/** Whether a request has the signature of what arrived. */
function isSigned({ method, url, headers, body }: ReceivedRequest, base: string): boolean {
  const digest = `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;
  const input = String(headers["signature-input"]).replace(/^sig=/, "");
  const lines = [
    `"@method": ${method}`,
    `"@target-uri": ${base}${url}`,
    `"content-digest": ${digest}`,
    `"@signature-params": ${input}`,
  ];
  const value = createHmac("sha256", "a secret of the test").update(lines.join("\n")).digest("base64");
  return headers["content-digest"] === digest && headers.signature === `sig=:${value}:`;
}

const NOTE = {
  type: "object",
  required: ["text"],
  properties: { text: { type: "string", minLength: 3, maxLength: 40 } },
};
const content = { content: { "application/json": { schema: NOTE } } };
const REFUSED = { "401": { description: "The request is not signed." }, "4XX": { description: "Rejected." } };

test("a provision module signs each request over what is sent, and those without a valid key are not signed", async () => {
  const file = join(await temporaryFolder("signature"), "provision.mjs");
  await writeFile(file, MODULE);
  let unsigned = 0;
  const server = await serve((request, response) => {
    if (!isSigned(request, server.url)) {
      unsigned += 1;
      return json(response, 401, {});
    }
    const q = new URL(request.url, server.url).searchParams.getAll("q");
    if (q.length > 1 || (q[0] ?? "").length > 20) return json(response, 400, {});
    if (request.method === "GET") return json(response, 200, { text: "a note" });
    if (request.method !== "POST") return json(response, 405, {});
    return noteIn(request) ? json(response, 201, { text: noteIn(request) }) : json(response, 400, {});
  });
  const contract = {
    ...documentOf({
      "/notes": {
        get: {
          parameters: [{ name: "q", in: "query", schema: { type: "string", maxLength: 20 } }],
          responses: { "200": { description: "Done.", ...content }, ...REFUSED },
        },
        post: {
          requestBody: { required: true, ...content },
          responses: { "201": { description: "Done.", ...content }, ...REFUSED },
        },
      },
    }),
    components: { securitySchemes: { signature: { type: "apiKey", in: "header", name: "Signature" } } },
    security: [{ signature: [] }],
  };
  const target = testTarget(server.url, { credentials: {}, provision: { module: file, url: server.url } });
  const { causes, coverage } = await verify({ contract, target }).finally(() => server.close());
  expect(coverage?.operations.map(({ state }) => state)).toEqual(["tested", "tested"]);
  expect(causes.filter(({ severity }) => severity === "failure")).toEqual([]);
  expect(unsigned).toBeGreaterThan(0);
});

function noteIn({ body, headers }: ReceivedRequest): string | undefined {
  if (!headers["content-type"]?.includes("json")) return undefined;
  try {
    const { text } = JSON.parse(body);
    return typeof text === "string" && text.length >= 3 && text.length <= 40 ? text : undefined;
  } catch {
    return undefined;
  }
}
