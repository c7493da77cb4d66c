import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { Environment } from "../../src/contract/environment.js";
import type { Finding } from "../../src/contract/finding.js";
import { plan } from "../../src/contract/plan.js";
import { buildRequest } from "../../src/contract/request.js";
import { runCase } from "../../src/contract/run-case.js";
import { NoAnswer, send } from "../../src/contract/send.js";
import type { OpenApiDocument } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";
import { operationsOf } from "../../src/openapi/operations.js";
import { securitySchemes } from "../../src/openapi/security.js";
import { json, serve, type TestServer } from "../server.js";
import { type Alter, alteredMock, change } from "./altered-mock.js";
import { testTarget } from "./target.js";

let document: OpenApiDocument;
let server: TestServer | undefined;
beforeAll(async () => {
  document = await loadDocument("openapi/openapi.yaml");
});
afterEach(() => server?.close());

/** Runs one case of a document and returns what is found. */
async function findings(baseUrl: string, name: string, of = document): Promise<Finding[]> {
  const environment = new Environment(of, testTarget(baseUrl));
  const planned = plan(environment).find((each) => each.planned.name === name);
  if (!planned) throw new Error(`There is no case ${name}.`);
  const { outcome } = await runCase(environment, planned);
  return outcome.verdict === "broken" ? outcome.findings : [];
}

const item = (mutate: (item: Record<string, unknown>) => void) =>
  change(({ data }) => {
    if (Array.isArray(data)) mutate(data[0]);
  });

describe("a broken promise is found, and told by its id", () => {
  test.each<[string, string, Alter, string, string]>([
    [
      "G1",
      "retrieveSuppression › bounce",
      () => ({ headers: { "content-type": "text/html" }, body: "<p>" }),
      "media-type",
      "application/json",
    ],
    ["V1", "revokeOauthGrant › active", () => ({ status: 404, body: "" }), "status", "404"],
    [
      "V2",
      "revokeOauthGrant › active",
      change((body) => {
        body.id = "97c1f5e2-03da-4b68-8f4c-1ae6b29d705f";
      }),
      "identity",
      "/id",
    ],
    [
      "V2",
      "revokeOauthGrant › active",
      change((body) => {
        body.object = "grant";
      }),
      "body",
      "oauth_grant",
    ],
    [
      "V3",
      "revokeOauthGrant › active",
      change((body) => {
        body.revoked_at = "2026-11-06T14:02:37Z";
      }),
      "body",
      "/revoked_at",
    ],
    [
      "V4",
      "revokeOauthGrant › active",
      change((body) => {
        body.revoked_reason = "expired";
      }),
      "body",
      "revoked_from_api",
    ],
    ["V5", "revokeOauthGrant › unknown", () => ({ status: 400 }), "status", "400"],
    ["V6", "revokeOauthGrant › alreadyRevoked", () => ({ status: 200, body: "{}" }), "status", "200"],
    [
      "A2",
      "addSuppression › manual",
      change((body) => {
        body.email = "kim@example.com";
      }),
      "body",
      '"email"',
    ],
    [
      "S1",
      "retrieveSuppression › bounce",
      change((body) => {
        body.origin = "spam";
      }),
      "body",
      "/origin",
    ],
    [
      "S1",
      "retrieveSuppression › bounce",
      change((body) => {
        delete body.email;
      }),
      "body",
      "email",
    ],
    [
      "S2",
      "retrieveSuppression › manual",
      change((body) => {
        body.source_id = "x";
      }),
      "body",
      "/source_id must be null",
    ],
    [
      "S2",
      "listSuppressions › bounces",
      item((body) => {
        body.source_id = 7;
      }),
      "body",
      "/data/0/source_id",
    ],
    [
      "S3",
      "listSuppressions › firstPage",
      item((body) => {
        body.created_at = "2026-11-05 07:15:30";
      }),
      "body",
      "/data/0/created_at",
    ],
    [
      "S3",
      "retrieveSuppression › bounce",
      change((body) => {
        body.id = "supp_1";
      }),
      "body",
      "/id",
    ],
    [
      "L1",
      "listSuppressions › emptyPage",
      change((body) => {
        delete body.has_more;
      }),
      "body",
      "has_more",
    ],
    [
      "R1",
      "retrieveSuppression › complaint",
      change((body) => {
        body.id = "3c9f2b61-7d04-4e8a-b1f5-90c2de6a4f17";
        body.email = "a@b.c";
      }),
      "identity",
      "/id or /email",
    ],
    [
      "R2",
      "retrieveSuppression › byEmail",
      change((body) => {
        body.email = "other@example.net";
      }),
      "identity",
      "jo+news@example.net",
    ],
    [
      "I1",
      "retrieveContactImport › completed",
      change((body) => {
        body.object = "import";
      }),
      "body",
      "contact_import",
    ],
    [
      "I2",
      "retrieveContactImport › completed",
      change((body) => {
        body.created_at = "2026-11-01T10:05:42.118Z";
      }),
      "body",
      "/created_at",
    ],
    [
      "I2",
      "retrieveContactImport › completed",
      change((body) => {
        delete body.completed_at;
      }),
      "body",
      "completed_at",
    ],
    [
      "I3",
      "retrieveContactImport › completed",
      change((body) => {
        body.counts = { total: 1.5, created: 1, updated: 0, skipped: 0 };
      }),
      "body",
      "/counts",
    ],
  ])("%s: %s", async (promise, name, alter, check, said) => {
    server = await alteredMock(alter);
    const found = await findings(server.url, name);
    const telling = found.find((each) => each.check === check && each.promises.includes(promise));
    expect(telling, JSON.stringify(found, null, 1)).toBeDefined();
    expect(JSON.stringify(telling)).toContain(JSON.stringify(said).slice(1, -1));
    expect(telling?.location).toMatch(/^#\//);
  });

  test("a 5xx is never in order, whatever the document leaves open", async () => {
    server = await alteredMock(() => ({ status: 503, body: "down" }));
    expect(await findings(server.url, "listSuppressions › emptyPage")).toMatchObject([
      { check: "status", message: "status 503: the server failed" },
    ]);
  });
});

describe("what is left open is tolerated", () => {
  test.each<[string, string, Alter]>([
    ["U1: success by 201", "addSuppression › manual", () => ({ status: 201 })],
    ["U1: success by 202", "revokeOauthGrant › active", () => ({ status: 202 })],
    [
      "U2: a 404 in HTML",
      "revokeOauthGrant › unknown",
      () => ({ headers: { "content-type": "text/html" }, body: "<p>" }),
    ],
    [
      "U2: a 404 in problem+json",
      "revokeOauthGrant › unknown",
      () => ({ headers: { "content-type": "application/problem+json" }, body: '{"title":"x"}' }),
    ],
    [
      "U4: further fields of a grant",
      "revokeOauthGrant › active",
      change((body) => {
        body.client = "app";
      }),
    ],
    [
      "U5: another status, without completed_at",
      "retrieveContactImport › completed",
      change((body) => {
        body.status = "queued";
        delete body.completed_at;
      }),
    ],
    [
      "U5: another status, with completed_at null",
      "retrieveContactImport › completed",
      change((body) => {
        body.status = "running";
        body.completed_at = null;
      }),
    ],
    [
      "further fields of a suppression",
      "retrieveSuppression › bounce",
      change((body) => {
        body.note = "x";
      }),
    ],
    [
      "a bounce without a source",
      "retrieveSuppression › bounce",
      change((body) => {
        body.source_id = null;
      }),
    ],
    [
      "U11: an address in another case",
      "retrieveSuppression › byEmail",
      change((body) => {
        body.email = "Jo+News@Example.net";
      }),
    ],
    [
      "a charset behind the media type",
      "listSuppressions › firstPage",
      () => ({ headers: { "content-type": "application/json; charset=utf-8" } }),
    ],
  ])("%s", async (_, name, alter) => {
    server = await alteredMock(alter);
    expect(await findings(server.url, name)).toEqual([]);
  });
});

describe("another document", () => {
  test("has its headers checked: required ones are there and have the form that is documented", async () => {
    const parcels = await loadDocument("test/documents/parcels.yaml");
    const page = { page: { next: null, parcels: [] } };
    for (const [headers, message] of [
      [{}, "the header X-Total is missing"],
      [{ "x-total": "-1" }, "header X-Total must be >= 0"],
      [{ "x-total": "many" }, "header X-Total must be integer"],
      [{ "x-total": "2" }, undefined],
    ] as const) {
      server = await serve((_, response) => json(response, 200, page, headers));
      expect((await findings(server.url, "listParcels › fragile", parcels)).map((each) => each.message)).toEqual(
        message ? [message] : [],
      );
      expect(server.seen[0]).toMatchObject({
        url: "/parcels?labels=fragile|glass&weight[min]=1&weight[max]=5",
        headers: { "x-desk": "north", "x-desk-key": "k", cookie: "lang=fr" },
      });
      await server.close();
    }
  });
});

describe("send", () => {
  test.each<[string, (response: import("node:http").ServerResponse) => void, RegExp]>([
    ["hangs", () => {}, /nothing complete within 300 ms/],
    [
      "stalls in the middle of the body",
      (response) => void response.writeHead(200).write("{"),
      /nothing complete within 300 ms/,
    ],
    [
      "resets the connection",
      (response) => response.destroy(),
      /brought no answer: (ECONNRESET|UND_ERR_SOCKET|other side closed)/,
    ],
  ])("gives up in time on a server that %s, and says why", async (_, answer, message) => {
    server = await serve((_seen, response) => answer(response));
    const target = testTarget(server.url, { timeout: 300 });
    const list = operationsOf(document).find(({ id }) => id === "listSuppressions");
    if (!list) throw new Error("There is no such operation.");
    const request = await buildRequest({ operation: list, parameters: [] }, target, securitySchemes(document));
    await expect(send(request, target.timeout)).rejects.toThrow(message);
    await expect(send(request, target.timeout)).rejects.toBeInstanceOf(NoAnswer);
  });

  test("reads an endless body up to a cap", async () => {
    server = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = "x".repeat(1024 * 1024);
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", write);
      write();
    });
    const [finding] = await findings(server.url, "retrieveSuppression › bounce");
    expect(finding).toMatchObject({ check: "body", message: "the body is so long that it was not read to its end" });
  });

  test("does not follow a redirect with the key", async () => {
    const elsewhere = await serve((_, response) => response.end());
    server = await serve((_, response) => response.writeHead(302, { location: elsewhere.url }).end());
    expect(await findings(server.url, "retrieveSuppression › bounce")).toMatchObject([
      { check: "status", received: "302" },
    ]);
    expect(elsewhere.seen).toEqual([]);
    await elsewhere.close();
  });
});
