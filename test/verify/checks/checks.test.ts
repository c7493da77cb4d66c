import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { json, serve, type TestServer } from "#test/server.js";
import { Contract } from "#verify/model/contract.js";
import type { Finding } from "#verify/model/finding/finding.js";
import type { CheckId } from "#verify/model/finding/kinds.js";
import { findingsOf } from "#verify/model/test-case/outcome.js";
import { verify } from "#verify/verify.js";
import { type Alter, startAlteredMock, withFields, withItemFields } from "../altered-server.js";
import { testTarget } from "../target.js";

let contract: Contract;
let server: TestServer | undefined;
beforeAll(async () => {
  contract = new Contract(await loadDocument("openapi/openapi.yaml"));
});
afterEach(() => server?.close());

/** Runs one test case, and returns its findings. */
async function findingsIn(name: string, baseUrl: string, of = contract): Promise<readonly Finding[]> {
  const { cases } = await verify({ contract: of, target: testTarget(baseUrl), only: [name] });
  const result = cases.find((each) => each.name === name);
  if (!result) throw new Error(`There is no test case ${name}.`);
  // Others of the run may concern other operations.
  return findingsOf(result.outcome).filter(({ about }) => about.operation === result.operation);
}

/** A violation of a requirement, and the finding for it. */
interface Violation {
  requirement: string;
  case: string;
  alter: Alter;
  check: CheckId;
  /** A part of the finding. */
  mentions: string;
}

const VIOLATIONS: Violation[] = [
  {
    requirement: "G1",
    case: "retrieveSuppression › bounce",
    alter: () => ({ headers: { "content-type": "text/html" }, body: "<p>" }),
    check: "media-type",
    mentions: "application/json",
  },
  {
    requirement: "V1",
    case: "revokeOauthGrant › active",
    alter: () => ({ status: 404, body: "" }),
    check: "status",
    mentions: "404",
  },
  {
    requirement: "V2",
    case: "revokeOauthGrant › active",
    alter: withFields({ id: "97c1f5e2-03da-4b68-8f4c-1ae6b29d705f" }),
    check: "identity",
    mentions: "/id",
  },
  {
    requirement: "V2",
    case: "revokeOauthGrant › active",
    alter: withFields({ object: "grant" }),
    check: "body",
    mentions: "oauth_grant",
  },
  {
    requirement: "V3",
    case: "revokeOauthGrant › active",
    alter: withFields({ revoked_at: "2026-11-06T14:02:37Z" }),
    check: "body",
    mentions: "/revoked_at",
  },
  {
    requirement: "V4",
    case: "revokeOauthGrant › active",
    alter: withFields({ revoked_reason: "expired" }),
    check: "body",
    mentions: "revoked_from_api",
  },
  {
    requirement: "V5",
    case: "revokeOauthGrant › unknown",
    alter: () => ({ status: 400 }),
    check: "status",
    mentions: "400",
  },
  {
    requirement: "V6",
    case: "revokeOauthGrant › alreadyRevoked",
    alter: () => ({ status: 200, body: "{}" }),
    check: "status",
    mentions: "200",
  },
  {
    requirement: "A2",
    case: "addSuppression › manual",
    alter: withFields({ email: "kim@example.com" }),
    check: "body",
    mentions: '"email"',
  },
  {
    requirement: "S1",
    case: "retrieveSuppression › bounce",
    alter: withFields({ origin: "spam" }),
    check: "body",
    mentions: "/origin",
  },
  {
    requirement: "S1",
    case: "retrieveSuppression › bounce",
    alter: withFields({ email: undefined }),
    check: "body",
    mentions: "email",
  },
  {
    requirement: "S2",
    case: "retrieveSuppression › manual",
    alter: withFields({ source_id: "x" }),
    check: "body",
    mentions: "/source_id must be null",
  },
  {
    requirement: "S2",
    case: "listSuppressions › bounces",
    alter: withItemFields({ source_id: 7 }),
    check: "body",
    mentions: "/data/0/source_id",
  },
  {
    requirement: "S3",
    case: "listSuppressions › firstPage",
    alter: withItemFields({ created_at: "2026-11-05 07:15:30" }),
    check: "body",
    mentions: "/data/0/created_at",
  },
  {
    requirement: "S3",
    case: "retrieveSuppression › bounce",
    alter: withFields({ id: "supp_1" }),
    check: "body",
    mentions: "/id",
  },
  {
    requirement: "L1",
    case: "listSuppressions › emptyPage",
    alter: withFields({ has_more: undefined }),
    check: "body",
    mentions: "has_more",
  },
  {
    requirement: "R1",
    case: "retrieveSuppression › complaint",
    alter: withFields({ id: "3c9f2b61-7d04-4e8a-b1f5-90c2de6a4f17", email: "a@b.c" }),
    check: "identity",
    mentions: "/id or /email",
  },
  {
    requirement: "R2",
    case: "retrieveSuppression › byEmail",
    alter: withFields({ email: "other@example.net" }),
    check: "identity",
    mentions: "jo+news@example.net",
  },
  {
    requirement: "I1",
    case: "retrieveContactImport › completed",
    alter: withFields({ object: "import" }),
    check: "body",
    mentions: "contact_import",
  },
  {
    requirement: "I2",
    case: "retrieveContactImport › completed",
    alter: withFields({ created_at: "2026-11-01T10:05:42.118Z" }),
    check: "body",
    mentions: "/created_at",
  },
  {
    requirement: "I2",
    case: "retrieveContactImport › completed",
    alter: withFields({ completed_at: undefined }),
    check: "body",
    mentions: "completed_at",
  },
  {
    requirement: "I3",
    case: "retrieveContactImport › completed",
    alter: withFields({ counts: { total: 1.5, created: 1, updated: 0, skipped: 0 } }),
    check: "body",
    mentions: "/counts",
  },
];

test.each(VIOLATIONS)(
  "a violation of $requirement is a finding of the check $check in $case, with $mentions",
  async (violation) => {
    server = await startAlteredMock(violation.alter);
    const findings = await findingsIn(violation.case, server.url);
    const finding = findings.find(
      ({ check, requirements }) => check === violation.check && requirements.includes(violation.requirement),
    );
    expect(finding, JSON.stringify(findings, null, 1)).toBeDefined();
    expect(JSON.stringify(finding)).toContain(JSON.stringify(violation.mentions).slice(1, -1));
    expect(finding?.place).toMatch(/^#\//);
  },
);

test("a server error is a finding, whatever statuses the document has", async () => {
  server = await startAlteredMock(() => ({ status: 503, body: "down" }));
  expect(await findingsIn("listSuppressions › emptyPage", server.url)).toMatchObject([
    { check: "status", message: "503, a server error" },
  ]);
});

test("an endless body is read up to a limit, and is a finding", async () => {
  server = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const chunk = "x".repeat(1024 * 1024);
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", write);
    write();
  });
  const [finding] = await findingsIn("retrieveSuppression › bounce", server.url);
  expect(finding).toMatchObject({ check: "body", message: "the body is too long to be read to its end" });
});

test("a redirect is a finding, and is not followed with the key", async () => {
  const elsewhere = await serve((_, response) => response.end());
  server = await serve((_, response) => response.writeHead(302, { location: elsewhere.url }).end());
  expect(await findingsIn("retrieveSuppression › bounce", server.url)).toMatchObject([
    { check: "status", received: "302" },
  ]);
  expect(elsewhere.seen).toEqual([]);
  await elsewhere.close();
});

describe("open points of the contract are not findings", () => {
  const rows: { title: string; case: string; alter: Alter }[] = [
    { title: "U1: success with 201", case: "addSuppression › manual", alter: () => ({ status: 201 }) },
    { title: "U1: success with 202", case: "revokeOauthGrant › active", alter: () => ({ status: 202 }) },
    {
      title: "U2: a 404 in HTML",
      case: "revokeOauthGrant › unknown",
      alter: () => ({ headers: { "content-type": "text/html" }, body: "<p>" }),
    },
    {
      title: "U2: a 404 in problem+json",
      case: "revokeOauthGrant › unknown",
      alter: () => ({ headers: { "content-type": "application/problem+json" }, body: '{"title":"x"}' }),
    },
    {
      title: "U4: further fields of a grant",
      case: "revokeOauthGrant › active",
      alter: withFields({ client: "app" }),
    },
    {
      title: "U5: another status of an import, without completed_at",
      case: "retrieveContactImport › completed",
      alter: withFields({ status: "queued", completed_at: undefined }),
    },
    {
      title: "U5: another status of an import, with completed_at null",
      case: "retrieveContactImport › completed",
      alter: withFields({ status: "running", completed_at: null }),
    },
    {
      title: "further fields of a suppression",
      case: "retrieveSuppression › bounce",
      alter: withFields({ note: "x" }),
    },
    {
      title: "a bounce without a source",
      case: "retrieveSuppression › bounce",
      alter: withFields({ source_id: null }),
    },
    {
      title: "U11: an address in another case",
      case: "retrieveSuppression › byEmail",
      alter: withFields({ email: "Jo+News@Example.net" }),
    },
    {
      title: "a charset after the media type",
      case: "listSuppressions › firstPage",
      alter: () => ({ headers: { "content-type": "application/json; charset=utf-8" } }),
    },
  ];
  test.each(rows)("$title", async (row) => {
    server = await startAlteredMock(row.alter);
    expect(await findingsIn(row.case, server.url)).toEqual([]);
  });
});

describe("headers of another document", () => {
  let parcels: Contract;
  beforeAll(async () => {
    parcels = new Contract(await loadDocument("test/documents/parcels.yaml"));
  });

  test.each<{ headers: Record<string, string>; findings: string[] }>([
    { headers: {}, findings: ["the header X-Total is missing"] },
    { headers: { "x-total": "-1" }, findings: ["header X-Total must be >= 0"] },
    { headers: { "x-total": "many" }, findings: ["header X-Total must be integer"] },
    { headers: { "x-total": "2" }, findings: [] },
  ])("a response with the headers $headers has the findings $findings", async ({ headers, findings }) => {
    server = await serve((_, response) => json(response, 200, { page: { next: null, parcels: [] } }, headers));
    const found = await findingsIn("listParcels › fragile", server.url, parcels);
    expect(found.map(({ message }) => message)).toEqual(findings);
    expect(server.seen[0]).toMatchObject({
      url: "/parcels?labels=fragile%7Cglass&weight%5Bmin%5D=1&weight%5Bmax%5D=5",
      headers: { "x-desk": "north", "x-desk-key": "k", cookie: "lang=fr" },
    });
  });
});
