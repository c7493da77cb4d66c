// A walk through every operation and every promise of the API, against a running server. It is written from the
// reference alone and shares no code with the server, so that the two can only agree where both follow the reference.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

const PROMISES = [
  ...["G1", "G2", "G3"],
  ...["V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8", "V9"],
  ...["A1", "A2", "A3"],
  ...["S1", "S2", "S3"],
  ...["L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8"],
  ...["R1", "R2"],
  ...["I1", "I2", "I3"],
];

const ORIGINS = ["bounce", "complaint", "manual"] as const;
const COUNTS = ["total", "created", "updated", "skipped", "failed"] as const;
// Three origins of this size make more than 100 suppressions, so that even the largest page is not the whole list.
const ROWS_PER_ORIGIN = 36;
const ATTEMPTS = 5;

const baseUrl = setting("BASE_URL").replace(/\/+$/, "");
const controlUrl = setting("CONTROL_URL").replace(/\/+$/, "");
const key = setting("KEY");
const sameTeamKey = setting("SAME_TEAM_KEY");
const otherTeamKey = setting("OTHER_TEAM_KEY");
const outsideBetaKey = setting("OUTSIDE_BETA_KEY");

type Origin = (typeof ORIGINS)[number];
type Count = (typeof COUNTS)[number];
type Team = "first" | "other" | "outsideBeta";
type Query = Record<string, string | number | undefined>;

interface Step {
  promise: string;
  title: string;
  run: () => Promise<void>;
}

interface Request {
  key?: string;
  authorization?: string;
  query?: Query;
  json?: unknown;
  text?: string;
}

interface Reply {
  what: string;
  status: number;
  contentType: string;
  text: string;
}

interface Suppression {
  id: string;
  email: string;
  origin: Origin;
  source_id: string | null;
  created_at: string;
}

interface Page {
  what: string;
  items: Suppression[];
  hasMore: boolean;
}

interface MintedGrant {
  id: string;
  tokens: string[];
}

interface GrantState {
  id: string;
  revokedAt: string | null;
  revokedReason: string | null;
}

// ---------------------------------------------------------------------------------------------------- narrowing

function setting(name: string): string {
  const value = process.env[name];
  assert.ok(value, `${name} is not set`);
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function record(value: unknown, what: string): Record<string, unknown> {
  assert.ok(isRecord(value), `${what}: ${show(value)} is not an object`);
  return value;
}

function array(value: unknown, what: string): unknown[] {
  assert.ok(Array.isArray(value), `${what}: ${show(value)} is not an array`);
  return value;
}

function string(value: unknown, what: string): string {
  assert.ok(typeof value === "string", `${what}: ${show(value)} is not a string`);
  return value;
}

function stringOrNull(value: unknown, what: string): string | null {
  return value === null ? null : string(value, what);
}

function boolean(value: unknown, what: string): boolean {
  assert.ok(typeof value === "boolean", `${what}: ${show(value)} is not a boolean`);
  return value;
}

function isOrigin(value: unknown): value is Origin {
  return ORIGINS.some((origin) => origin === value);
}

function origin(value: unknown, what: string): Origin {
  assert.ok(isOrigin(value), `${what}: ${show(value)} is not one of ${ORIGINS.join(", ")}`);
  return value;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function same(actual: unknown, expected: unknown, what: string): void {
  assert.deepEqual(actual, expected, `${what}: ${show(actual)} where ${show(expected)} was expected`);
}

function only<T>(items: T[], what: string): T {
  const [item] = items;
  assert.ok(item !== undefined && items.length === 1, `${what}: ${items.length} where exactly one was expected`);
  return item;
}

function at<T>(items: T[], index: number): T {
  const item = items.at(index);
  assert.ok(item !== undefined, `nothing at ${index} of ${items.length} items`);
  return item;
}

function uuid(value: string, what: string): void {
  assert.match(value, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, `${what}: ${show(value)} is not a UUID`);
}

function isoUtc(value: string, what: string): void {
  assert.match(
    value,
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    `${what}: ${show(value)} is not UTC with milliseconds`,
  );
  // The pattern alone would let a 31st of February pass.
  const instant = Date.parse(value);
  assert.ok(Number.isFinite(instant), `${what}: ${show(value)} is no date`);
  same(new Date(instant).toISOString(), value, what);
}

function spacedUtc(value: string, what: string): void {
  assert.match(value, /^\S+ \S+\+00$/, `${what}: ${show(value)} is not of the form <date> <time>+00`);
  isoUtc(value.replace(" ", "T").replace(/\+00$/, "Z"), `${what} (${show(value)}, read as ISO 8601)`);
}

// ----------------------------------------------------------------------------------------------------- requests

function withQuery(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

function headersOf(request: Request): Headers {
  const headers = new Headers();
  const authorization = request.authorization ?? (request.key === undefined ? undefined : `Bearer ${request.key}`);
  if (authorization !== undefined) headers.set("Authorization", authorization);
  if (bodyOf(request) !== null) headers.set("Content-Type", "application/json");
  return headers;
}

function bodyOf(request: Request): string | null {
  if (request.text !== undefined) return request.text;
  return request.json === undefined ? null : JSON.stringify(request.json);
}

function retryDelay(header: string | null): number {
  const seconds = Number(header ?? "1");
  const delay = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header ?? "") - Date.now();
  return Number.isFinite(delay) ? Math.min(Math.max(delay, 0), 60_000) : 1000;
}

async function send(url: string, method: string, what: string, request: Request): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, {
      method,
      headers: headersOf(request),
      body: bodyOf(request),
      redirect: "manual",
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    const { status } = response;
    if (status !== 429 || attempt === ATTEMPTS) {
      const contentType = response.headers.get("Content-Type") ?? "";
      return { what: `${what} -> ${status} ${text.slice(0, 300)}`, status, contentType, text };
    }
    await wait(retryDelay(response.headers.get("Retry-After")));
  }
}

function call(method: string, path: string, request: Request = {}): Promise<Reply> {
  const target = withQuery(path, request.query);
  const body = bodyOf(request);
  return send(`${baseUrl}${target}`, method, `${method} ${target}${body === null ? "" : ` ${body}`}`, request);
}

async function control(method: string, path: string, json?: unknown): Promise<Record<string, unknown>> {
  const what = `control plane: ${method} ${path}`;
  const reply = await send(`${controlUrl}${path}`, method, what, { json });
  return success(reply);
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return assert.fail(`${what}: the body is not JSON`);
  }
}

function isSuccess(reply: Reply): boolean {
  return reply.status >= 200 && reply.status < 300;
}

function isRefusal(reply: Reply): boolean {
  // 429 says nothing about the request itself, so it cannot stand for a refusal of it.
  return reply.status >= 400 && reply.status < 500 && reply.status !== 429;
}

function success(reply: Reply): Record<string, unknown> {
  assert.ok(isSuccess(reply), `${reply.what}: a 2xx was expected`);
  return record(parsed(reply.text, reply.what), reply.what);
}

function refused(reply: Reply): void {
  assert.ok(isRefusal(reply), `${reply.what}: a 4xx was expected`);
}

function answered(reply: Reply): void {
  assert.ok(isSuccess(reply) || isRefusal(reply), `${reply.what}: a 2xx or a 4xx was expected`);
}

function notFound(reply: Reply): void {
  assert.equal(reply.status, 404, `${reply.what}: 404 was expected`);
}

function json(reply: Reply): void {
  assert.match(reply.contentType, /^application\/([^;\s]+\+)?json\s*(;|$)/i, `${reply.what}: ${reply.contentType}`);
  success(reply);
}

// --------------------------------------------------------------------------------------------------- operations

function revoke(id: string, as: string = key): Promise<Reply> {
  return call("DELETE", `/oauth/grants/${encodeURIComponent(id)}`, { key: as });
}

function add(email: unknown, as: string = key): Promise<Reply> {
  return call("POST", "/suppressions", { key: as, json: { email } });
}

function retrieve(idOrEmail: string, as: string = key): Promise<Reply> {
  return call("GET", `/suppressions/${encodeURIComponent(idOrEmail)}`, { key: as });
}

function list(query: Query, as: string = key): Promise<Reply> {
  return call("GET", "/suppressions", { key: as, query });
}

function retrieveImport(id: string, as: string = key): Promise<Reply> {
  return call("GET", `/contacts/imports/${encodeURIComponent(id)}`, { key: as });
}

async function added(email: string, as: string = key): Promise<string> {
  const reply = await add(email, as);
  return string(success(reply).id, `${reply.what}: id`);
}

function suppressionOf(value: unknown, what: string): Suppression {
  const fields = record(value, what);
  same(fields.object, "suppression", `${what}: object`);
  return {
    id: string(fields.id, `${what}: id`),
    email: string(fields.email, `${what}: email`),
    origin: origin(fields.origin, `${what}: origin`),
    source_id: stringOrNull(fields.source_id, `${what}: source_id`),
    created_at: string(fields.created_at, `${what}: created_at`),
  };
}

async function retrieved(idOrEmail: string, as: string = key): Promise<Suppression> {
  const reply = await retrieve(idOrEmail, as);
  return suppressionOf(success(reply), reply.what);
}

function pageOf(reply: Reply): Page {
  const envelope = success(reply);
  same(envelope.object, "list", `${reply.what}: object`);
  const data = array(envelope.data, `${reply.what}: data`);
  return {
    what: reply.what,
    items: data.map((item, index) => suppressionOf(item, `${reply.what}: data[${index}]`)),
    hasMore: boolean(envelope.has_more, `${reply.what}: has_more`),
  };
}

async function page(query: Query, as: string = key): Promise<Page> {
  return pageOf(await list(query, as));
}

function ids(items: Suppression[]): string[] {
  return items.map((item) => item.id);
}

function eachOnce(items: Suppression[], what: string): void {
  const distinct = new Set(ids(items)).size;
  assert.equal(distinct, items.length, `${what}: ${items.length - distinct} met more than once`);
}

/** Follows `after` to the end: every suppression in the order of the list. */
async function walkForward(query: Query, as: string = key): Promise<Suppression[]> {
  let seen: Suppression[] = [];
  let after: string | undefined;
  for (;;) {
    const { what, items, hasMore } = await page({ ...query, after }, as);
    seen = [...seen, ...items];
    // An item met again would also mean a walk without an end.
    eachOnce(seen, what);
    if (!hasMore) return seen;
    assert.ok(items.length > 0, `${what}: an empty page that says has_more`);
    after = at(items, -1).id;
  }
}

/** Follows `before` from one suppression to the start: everything before it, in the order of the list. */
async function walkBack(query: Query, from: string): Promise<Suppression[]> {
  let seen: Suppression[] = [];
  let before = from;
  for (;;) {
    const { what, items, hasMore } = await page({ ...query, before });
    seen = [...items, ...seen];
    eachOnce(seen, what);
    if (!hasMore) return seen;
    assert.ok(items.length > 0, `${what}: an empty page that says has_more`);
    before = at(items, 0).id;
  }
}

function holds(actual: Page, expected: Suppression[], hasMore: boolean): void {
  same(ids(actual.items), ids(expected), `${actual.what}: items`);
  same(actual.hasMore, hasMore, `${actual.what}: has_more`);
}

// ------------------------------------------------------------------------------------------------ control plane

async function mintGrant(team: Team): Promise<MintedGrant> {
  const answer = await control("POST", "/grants", { team, tokens: 2 });
  const access = array(answer.access_tokens, "control plane: access_tokens");
  const refresh = array(answer.refresh_tokens, "control plane: refresh_tokens");
  same([access.length, refresh.length], [2, 2], "control plane: tokens of a grant");
  const tokens = [...access, ...refresh].map((token) => string(token, "control plane: token"));
  return { id: string(answer.id, "control plane: grant id"), tokens };
}

async function stateOf(grant: MintedGrant): Promise<GrantState> {
  const answer = await control("GET", `/grants/${grant.id}`);
  return {
    id: string(answer.id, "control plane: grant id"),
    revokedAt: stringOrNull(answer.revoked_at, "control plane: revoked_at"),
    revokedReason: stringOrNull(answer.revoked_reason, "control plane: revoked_reason"),
  };
}

async function activity(grant: MintedGrant): Promise<boolean[]> {
  const answers = await Promise.all(grant.tokens.map((token) => control("POST", "/introspect", { token })));
  return answers.map((answer) => boolean(answer.active, "control plane: active"));
}

async function untouched(grant: MintedGrant): Promise<void> {
  same(await stateOf(grant), { id: grant.id, revokedAt: null, revokedReason: null }, "a grant that nobody revoked");
  same(await activity(grant), [true, true, true, true], "tokens of a grant that nobody revoked");
}

async function mintSuppression(
  team: Team,
  kind: Origin,
  source: string | null,
  email: string = address(kind),
): Promise<Suppression> {
  const answer = await control("POST", "/suppressions", { team, email, origin: kind, source_id: source });
  return suppressionOf(answer, "control plane: suppression");
}

async function mintImport(team: Team, counts: Record<Count, number>): Promise<string> {
  const answer = await control("POST", "/imports", { team, status: "completed", ...counts });
  return string(answer.id, "control plane: import id");
}

let filling: Promise<void> | undefined;

function filled(): Promise<void> {
  filling ??= fill();
  return filling;
}

async function fill(): Promise<void> {
  for (let row = 0; row < ROWS_PER_ORIGIN; row += 1) {
    await mintSuppression("first", "bounce", randomUUID());
    await mintSuppression("first", "complaint", row % 2 === 0 ? randomUUID() : null);
    await added(address("manual"));
  }
}

/** The whole list as it stands now, which every other way through it is held against. */
async function wholeList(kind?: Origin): Promise<Suppression[]> {
  await filled();
  return walkForward({ limit: 100, origin: kind });
}

// In small letters: whether case is kept is open.
function address(local: string): string {
  return `${local}.${randomUUID()}@example.com`;
}

const FIVE: Record<Count, number> = { total: 5, created: 2, updated: 1, skipped: 1, failed: 1 };

async function importFields(id: string, as: string = key): Promise<Record<string, unknown>> {
  return success(await retrieveImport(id, as));
}

// ------------------------------------------------------------------------------------------------------- G1 - G3

async function everySuccessIsJson(): Promise<void> {
  const grant = await mintGrant("first");
  const importId = await mintImport("first", FIVE);
  const email = address("json");
  json(await add(email));
  json(await retrieve(email));
  json(await list({ limit: 1 }));
  json(await revoke(grant.id));
  json(await retrieveImport(importId));
}

async function refusedWith(authorization: string | undefined): Promise<void> {
  const request: Request = authorization === undefined ? {} : { authorization };
  const grant = await mintGrant("first");
  const importId = await mintImport("first", FIVE);
  const known = await added(address("known"));
  const email = address("unauthorized");
  refused(await call("DELETE", `/oauth/grants/${grant.id}`, request));
  refused(await call("POST", "/suppressions", { ...request, json: { email } }));
  refused(await call("GET", "/suppressions", request));
  refused(await call("GET", `/suppressions/${known}`, request));
  refused(await call("GET", `/contacts/imports/${importId}`, request));
  await untouched(grant);
  refused(await retrieve(email));
}

async function outsideBetaIsRefused(): Promise<void> {
  const email = address("outside");
  const { id } = await mintSuppression("outsideBeta", "bounce", null);
  refused(await add(email, outsideBetaKey));
  refused(await list({}, outsideBetaKey));
  refused(await list({ limit: 5, origin: "manual" }, outsideBetaKey));
  refused(await retrieve(id, outsideBetaKey));
  refused(await retrieve(email, outsideBetaKey));
}

async function otherTeamInBetaIsServed(): Promise<void> {
  const email = address("served");
  const id = await added(email, otherTeamKey);
  same((await retrieved(email, otherTeamKey)).id, id, "retrieved by the other team");
  await page({}, otherTeamKey);
}

// ------------------------------------------------------------------------------------------------------- V1 - V9

async function revokesOwnGrant(team: Team, as: string): Promise<void> {
  const grant = await mintGrant(team);
  await untouched(grant);
  same(success(await revoke(grant.id, as)).object, "oauth_grant", "object of a revoked grant");
  const { revokedAt } = await stateOf(grant);
  assert.ok(revokedAt !== null, "the grant is not revoked after a revocation that succeeded");
}

async function namesTheGrant(): Promise<void> {
  const [first, second] = [await mintGrant("first"), await mintGrant("first")];
  for (const grant of [second, first]) {
    const { object, id } = success(await revoke(grant.id));
    same({ object, id }, { object: "oauth_grant", id: grant.id }, "the revoked grant");
    uuid(grant.id, "id of a grant");
  }
}

async function tellsWhen(): Promise<void> {
  const grant = await mintGrant("first");
  const revokedAt = string(success(await revoke(grant.id)).revoked_at, "revoked_at");
  isoUtc(revokedAt, "revoked_at");
  const kept = string((await stateOf(grant)).revokedAt, "control plane: revoked_at");
  same(Date.parse(kept), Date.parse(revokedAt), "the time of revocation that was kept");
}

async function tellsWhy(): Promise<void> {
  const grant = await mintGrant("first");
  same(success(await revoke(grant.id)).revoked_reason, "revoked_from_api", "revoked_reason");
  same((await stateOf(grant)).revokedReason, "revoked_from_api", "the reason that was kept");
}

async function unknownGrants(): Promise<void> {
  const suppression = await added(address("no-grant"));
  // The path parameter is any string, so one that cannot be a grant names a grant that does not exist.
  for (const id of [randomUUID(), suppression, "no-such-grant", "0", "a/b", "100%", "é"]) notFound(await revoke(id));
}

async function secondRevocation(): Promise<void> {
  const grant = await mintGrant("first");
  success(await revoke(grant.id));
  const before = await stateOf(grant);
  notFound(await revoke(grant.id));
  notFound(await revoke(grant.id, sameTeamKey));
  same(await stateOf(grant), before, "a revoked grant after further revocations");
  same(await activity(grant), [false, false, false, false], "tokens after further revocations");
}

async function revocationsAtOnce(): Promise<void> {
  const grant = await mintGrant("first");
  const replies = await Promise.all([key, sameTeamKey, key, sameTeamKey, key].map((as) => revoke(grant.id, as)));
  const winner = success(only(replies.filter(isSuccess), "revocations that succeeded"));
  for (const reply of replies.filter((each) => !isSuccess(each))) notFound(reply);
  const revokedAt = string(winner.revoked_at, "revoked_at");
  const kept = string((await stateOf(grant)).revokedAt, "control plane: revoked_at");
  same(Date.parse(kept), Date.parse(revokedAt), "the time of revocation that was kept");
}

async function anyKeyOfTheTeam(): Promise<void> {
  for (const [one, another] of [
    [key, sameTeamKey],
    [sameTeamKey, key],
  ] as const) {
    const grant = await mintGrant("first");
    same(success(await revoke(grant.id, one)).id, grant.id, "the revoked grant");
    notFound(await revoke(grant.id, another));
  }
}

async function tokensDie(): Promise<void> {
  const [revoked, kept] = [await mintGrant("first"), await mintGrant("first")];
  await untouched(revoked);
  success(await revoke(revoked.id));
  same(await activity(revoked), [false, false, false, false], "tokens of the revoked grant");
  await untouched(kept);
  success(await revoke(kept.id));
  same(await activity(kept), [false, false, false, false], "tokens of the second revoked grant");
}

async function foreignGrants(): Promise<void> {
  for (const stranger of [otherTeamKey, outsideBetaKey]) {
    const grant = await mintGrant("first");
    refused(await revoke(grant.id, stranger));
    await untouched(grant);
    same(success(await revoke(grant.id)).id, grant.id, "revoked by its own team afterwards");
  }
}

// ------------------------------------------------------------------------------------------------------- A1 - A3

async function addsForTheTeam(): Promise<void> {
  const email = address("added");
  const id = await added(email);
  same((await retrieved(id)).email, email, "the address that was added");
  same((await retrieved(id, sameTeamKey)).email, email, "the address, read with another key of the team");
}

async function emailIsRequired(): Promise<void> {
  const bodies: unknown[] = [{}, { mail: address("misnamed") }, [], null, "text", 7, [{ email: address("nested") }]];
  for (const body of bodies) refused(await call("POST", "/suppressions", { key, json: body }));
  refused(await call("POST", "/suppressions", { key }));
}

async function emailIsAString(): Promise<void> {
  for (const email of [null, 7, true, {}, [], [address("listed")]]) refused(await add(email));
}

async function bodyIsJson(): Promise<void> {
  for (const text of ['{"email":', `email=${address("form")}`, "", `{'email': '${address("quoted")}'}`]) {
    refused(await call("POST", "/suppressions", { key, text }));
  }
}

async function invalidAddressesAreNoDefect(): Promise<void> {
  const long = `${"x".repeat(5000)}@example.com`;
  for (const email of ["", " ", "no-address", "@", "a@b@c", `\u0000${address("nul")}`, "\ud800@example.com", long]) {
    answered(await add(email));
  }
}

async function answersObjectAndId(): Promise<void> {
  const reply = await add(address("answer"));
  const fields = success(reply);
  same(Object.keys(fields).sort(), ["id", "object"], `${reply.what}: fields`);
  same(fields.object, "suppression", `${reply.what}: object`);
  uuid(string(fields.id, `${reply.what}: id`), `${reply.what}: id`);
}

async function addedIsManual(): Promise<void> {
  await filled();
  const email = address("by-team");
  const id = await added(email);
  const listed = (await walkForward({ limit: 100 })).filter((item) => item.email === email);
  for (const item of [await retrieved(id), await retrieved(email), only(listed, "the address in the list")]) {
    const { id: itemId, email: itemEmail, origin: kind, source_id } = item;
    same(
      { itemId, itemEmail, kind, source_id },
      { itemId: id, itemEmail: email, kind: "manual", source_id: null },
      email,
    );
  }
}

async function addingTwice(): Promise<void> {
  const email = address("twice");
  await added(email);
  const again = await add(email);
  answered(again);
  if (isSuccess(again)) same(success(again).object, "suppression", `${again.what}: object`);
  const { email: kept, origin: kind } = await retrieved(email);
  same({ kept, kind }, { kept: email, kind: "manual" }, "an address added twice");
}

async function addingABouncedAddress(): Promise<void> {
  const { email } = await mintSuppression("first", "bounce", randomUUID());
  answered(await add(email));
  same((await retrieved(email)).email, email, "a bounced address, added");
}

// ------------------------------------------------------------------------------------------------------- S1 - S3

async function everyOriginIsShown(): Promise<void> {
  for (const kind of ORIGINS) {
    const minted = await mintSuppression("first", kind, kind === "manual" ? null : randomUUID());
    const shown = await retrieved(minted.id);
    same([shown.id, shown.email, shown.origin], [minted.id, minted.email, kind], `a ${kind}`);
  }
  same(new Set((await wholeList()).map((item) => item.origin)), new Set(ORIGINS), "origins in the list");
}

async function sourcesAreShown(): Promise<void> {
  const source = randomUUID();
  for (const kind of ["bounce", "complaint"] as const) {
    const [withSource, without] = [
      await mintSuppression("first", kind, source),
      await mintSuppression("first", kind, null),
    ];
    same((await retrieved(withSource.id)).source_id, source, `source_id of a ${kind}`);
    same((await retrieved(without.id)).source_id, null, `source_id of a ${kind} without one`);
  }
  const manual = (await wholeList()).filter((item) => item.origin === "manual");
  same(
    manual.filter((item) => item.source_id !== null),
    [],
    "manual suppressions with a source_id",
  );
}

async function idsAndTimes(): Promise<void> {
  for (const item of await wholeList()) {
    uuid(item.id, "id in the list");
    isoUtc(item.created_at, `created_at of ${item.id}`);
    same(await retrieved(item.id), item, "a suppression retrieved, against the same listed");
  }
}

// ------------------------------------------------------------------------------------------------------- L1 - L8

async function envelope(): Promise<void> {
  await filled();
  const all = await wholeList();
  assert.ok(all.length > 100, `${all.length} suppressions, where more than 100 were made`);
  await page({});
  const beyond = await page({ after: at(all, -1).id });
  holds(beyond, [], false);
}

async function limits(): Promise<void> {
  const all = await wholeList();
  for (const limit of [1, 2, 19, 20, 21, 99, 100]) holds(await page({ limit }), all.slice(0, limit), true);
}

async function limitOutOfRange(): Promise<void> {
  await filled();
  for (const limit of [0, -1]) refused(await list({ limit }));
  for (const limit of [101, 1000]) atMostAHundred(await list({ limit }));
}

async function limitThatIsNoCount(): Promise<void> {
  await filled();
  for (const limit of ["", "many", "1.5", "1e1", "99999999999999999999"]) atMostAHundred(await list({ limit }));
}

function atMostAHundred(reply: Reply): void {
  answered(reply);
  if (isRefusal(reply)) return;
  const { items, what } = pageOf(reply);
  assert.ok(items.length <= 100, `${what.slice(0, 60)}: ${items.length} items, where 100 is the maximum`);
}

async function defaultLimit(): Promise<void> {
  const all = await wholeList();
  holds(await page({}), all.slice(0, 20), true);
  holds(await page({ after: at(all, 4).id }), all.slice(5, 25), true);
  holds(await page({ before: at(all, 30).id }), all.slice(10, 30), true);
  for (const kind of ORIGINS) holds(await page({ origin: kind }), (await wholeList(kind)).slice(0, 20), true);
}

async function afterIsExclusive(): Promise<void> {
  const all = await wholeList();
  for (const index of [0, 1, 10, all.length - 3, all.length - 2, all.length - 1]) {
    const expected = all.slice(index + 1, index + 4);
    holds(await page({ limit: 3, after: at(all, index).id }), expected, index + 4 < all.length);
  }
}

async function beforeIsExclusive(): Promise<void> {
  const all = await wholeList();
  for (const index of [0, 1, 2, 3, 4, 10, all.length - 1]) {
    const expected = all.slice(Math.max(index - 3, 0), index);
    holds(await page({ limit: 3, before: at(all, index).id }), expected, index > 3);
  }
}

async function thereAndBack(): Promise<void> {
  const start = await page({ limit: 5 });
  const next = await page({ limit: 5, after: at(start.items, -1).id });
  holds(await page({ limit: 5, before: at(next.items, 0).id }), start.items, false);
}

async function bothCursors(): Promise<void> {
  const all = await wholeList();
  const [one, another] = [at(all, 2).id, at(all, 9).id];
  refused(await list({ after: one, before: another }));
  refused(await list({ after: another, before: one }));
  refused(await list({ after: one, before: one }));
  refused(await list({ after: one, before: another, limit: 5, origin: "manual" }));
}

async function unknownCursors(): Promise<void> {
  await filled();
  for (const id of [randomUUID(), "no-such-suppression", ""]) {
    answered(await list({ after: id }));
    answered(await list({ before: id }));
  }
}

async function originFilters(): Promise<void> {
  const all = await wholeList();
  for (const kind of ORIGINS) {
    const filtered = await wholeList(kind);
    const expected = all.filter((item) => item.origin === kind);
    // The order of a filtered list is as open as that of the whole.
    same(ids(filtered).sort(), ids(expected).sort(), `ids with origin=${kind}`);
    same(new Set(filtered.map((item) => item.origin)), new Set([kind]), `origins with origin=${kind}`);
  }
}

async function originWithAForeignCursor(): Promise<void> {
  const [bounce] = await wholeList("bounce");
  assert.ok(bounce, "no bounce in the list");
  const reply = await list({ origin: "manual", after: bounce.id });
  answered(reply);
  if (isRefusal(reply)) return;
  for (const item of pageOf(reply).items) same(item.origin, "manual", "origin after a cursor of another origin");
}

async function unknownOrigin(): Promise<void> {
  await filled();
  const reply = await list({ origin: "unsubscribe" });
  answered(reply);
  if (isSuccess(reply)) same(pageOf(reply).items, [], "suppressions of an origin that there is not");
}

async function hasMoreAtTheEdges(kind?: Origin): Promise<void> {
  const all = await wholeList(kind);
  for (const rest of [1, 2, 20]) {
    const after = at(all, -1 - rest).id;
    const before = at(all, rest).id;
    for (const limit of [rest, rest + 1]) {
      holds(await page({ origin: kind, limit, after }), all.slice(-rest), false);
      holds(await page({ origin: kind, limit, before }), all.slice(0, rest), false);
    }
    if (rest === 1) continue;
    holds(await page({ origin: kind, limit: rest - 1, after }), all.slice(-rest, -1), true);
    holds(await page({ origin: kind, limit: rest - 1, before }), all.slice(1, rest), true);
  }
}

async function walkBothWays(kind?: Origin): Promise<void> {
  const all = await wholeList(kind);
  const last = at(all, -1);
  for (const limit of [1, 7, 20, undefined]) {
    same(ids(await walkForward({ limit, origin: kind })), ids(all), `walked forward by ${limit ?? "default"}`);
    same(ids(await walkBack({ limit, origin: kind }, last.id)), ids(all.slice(0, -1)), `walked back by ${limit}`);
  }
}

async function additionsAreMet(): Promise<void> {
  const before = ids(await wholeList());
  const id = await added(address("one-more"));
  same(ids(await wholeList()).sort(), [...before, id].sort(), "the list after one addition");
}

// ------------------------------------------------------------------------------------------------------- R1 - R2

async function byId(): Promise<void> {
  const bounced = await mintSuppression("first", "bounce", randomUUID());
  same(await retrieved(bounced.id), await retrieved(bounced.email), "one suppression by id and by address");
  same(await retrieved(bounced.id, sameTeamKey), await retrieved(bounced.id), "one suppression with two keys");
}

async function unknownSuppressions(): Promise<void> {
  for (const name of [randomUUID(), address("nobody"), "no-such-suppression", "100%", "\u0000", "a/b"]) {
    refused(await retrieve(name));
  }
}

// No two of these may be taken for one another, as an address decoded once too often or as a form would be.
function unusualAddresses(): string[] {
  const locals = ["a+b", "a%2bb", "a%b", "a%25b", "a%20b", "a/b", "a%2fb", "a?b=c", "a#b", "a&b=c", "o'brien"];
  const more = ["zoë", "łódź", "δοκιμή", "почта", "用户", "a!b", "a$b*c", "a^b`c", "{a|b}~", "a_b-c"];
  const run = randomUUID();
  return [...[...locals, ...more].map((local) => `${local}.${run}@example.com`), `a+%/?#&='é.${run}@example.com`];
}

async function byUnusualAddress(): Promise<void> {
  const made = new Map<string, string>();
  for (const email of unusualAddresses()) made.set(email, await added(email));
  for (const [email, id] of made) {
    const found = await retrieved(email);
    same([found.id, found.email], [id, email], `by the address ${email}`);
    same(await retrieved(id), found, `by the id of ${email}`);
  }
}

async function byUnencodedAddress(): Promise<void> {
  const email = `un+encoded.${randomUUID()}@example.com`;
  const id = await added(email);
  // "+" and "@" may stand in a path as themselves; only in a form would "+" be a space.
  const reply = await call("GET", `/suppressions/${email}`, { key });
  same(suppressionOf(success(reply), reply.what).id, id, "by an address that was not encoded");
}

async function byAddressOfEveryOrigin(): Promise<void> {
  for (const kind of ORIGINS) {
    const minted = await mintSuppression("first", kind, null, `${kind}+${randomUUID()}@example.com`);
    same((await retrieved(minted.email)).id, minted.id, `a ${kind} by its address`);
  }
}

async function byTheAddressShown(): Promise<void> {
  const mixed = `Mixed.Case.${randomUUID().toUpperCase()}@Example.COM`;
  const { id, email } = await retrieved(await added(mixed));
  same(email.toLowerCase(), mixed.toLowerCase(), "the address that is shown");
  same((await retrieved(email)).id, id, "by the address that is shown");
  answered(await retrieve(mixed.toLowerCase()));
}

async function suppressionsAreTheTeams(): Promise<void> {
  const email = address("private");
  const id = await added(email);
  refused(await retrieve(id, otherTeamKey));
  refused(await retrieve(email, otherTeamKey));
  const theirs = await walkForward({ limit: 100 }, otherTeamKey);
  const ours = new Set(ids(await wholeList()));
  same(
    ids(theirs).filter((each) => ours.has(each)),
    [],
    "suppressions that two teams see",
  );
}

async function oneAddressOfTwoTeams(): Promise<void> {
  const email = address("shared");
  const ours = await added(email);
  const theirs = await added(email, otherTeamKey);
  assert.notEqual(ours, theirs, "two teams share one suppression");
  same((await retrieved(email)).id, ours, "the first team's suppression");
  same((await retrieved(email, otherTeamKey)).id, theirs, "the other team's suppression");
}

async function cursorOfAnotherTeam(): Promise<void> {
  const ours = new Set(ids(await wholeList()));
  for (const name of ["after", "before"]) {
    const reply = await list({ [name]: at([...ours], 5), limit: 100 }, otherTeamKey);
    answered(reply);
    if (isRefusal(reply)) continue;
    const leaked = ids(pageOf(reply).items).filter((id) => ours.has(id));
    same(leaked, [], `seen with ${name} set to another team's suppression`);
  }
}

// ------------------------------------------------------------------------------------------------------- I1 - I3

async function importIsReturned(team: Team, as: string): Promise<void> {
  const importId = await mintImport(team, FIVE);
  const { object, id, status } = await importFields(importId, as);
  same({ object, id, status }, { object: "contact_import", id: importId, status: "completed" }, "the import");
  uuid(importId, "id of an import");
}

async function importWithAnotherKey(): Promise<void> {
  const id = await mintImport("first", FIVE);
  same(await importFields(id, sameTeamKey), await importFields(id), "one import with two keys of its team");
}

async function importsAreTheTeams(): Promise<void> {
  const ours = await mintImport("first", FIVE);
  refused(await retrieveImport(ours, otherTeamKey));
  refused(await retrieveImport(ours, outsideBetaKey));
  refused(await retrieveImport(await mintImport("other", FIVE)));
}

async function unknownImports(): Promise<void> {
  const grant = await mintGrant("first");
  for (const id of [randomUUID(), grant.id, "no-such-import", "0", "100%", "a/b"]) refused(await retrieveImport(id));
}

async function importTimes(): Promise<void> {
  const fields = await importFields(await mintImport("first", FIVE));
  for (const name of ["created_at", "completed_at"]) spacedUtc(string(fields[name], name), name);
}

async function importCounts(): Promise<void> {
  const none: Record<Count, number> = { total: 0, created: 0, updated: 0, skipped: 0, failed: 0 };
  const many: Record<Count, number> = {
    total: 100_000,
    created: 40_000,
    updated: 30_000,
    skipped: 20_000,
    failed: 10_000,
  };
  for (const expected of [FIVE, none, many]) {
    const counts = record((await importFields(await mintImport("first", expected))).counts, "counts");
    for (const name of COUNTS) {
      assert.ok(Number.isInteger(counts[name]), `${name}: ${show(counts[name])} is not an integer`);
      same(counts[name], expected[name], name);
    }
  }
}

// --------------------------------------------------------------------------------------------------------- steps

const steps: Step[] = [
  { promise: "G1", title: "every operation answers JSON", run: everySuccessIsJson },
  { promise: "G2", title: "no Authorization header: refused, nothing done", run: () => refusedWith(undefined) },
  { promise: "G2", title: "no key in the header: refused, nothing done", run: () => refusedWith("Bearer") },
  { promise: "G2", title: "a key that is no team's: refused", run: () => refusedWith(`Bearer ${randomUUID()}`) },
  { promise: "G2", title: "a key with one letter too many: refused", run: () => refusedWith(`Bearer ${key}x`) },
  {
    promise: "G2",
    title: "a key with its last letter missing: refused",
    run: () => refusedWith(`Bearer ${key.slice(0, -1)}`),
  },
  { promise: "G3", title: "a team outside the beta is refused all suppressions", run: outsideBetaIsRefused },
  { promise: "G3", title: "another team in the beta is served", run: otherTeamInBetaIsServed },

  { promise: "V1", title: "a revocation returns an oauth_grant", run: () => revokesOwnGrant("first", key) },
  { promise: "V1", title: "the other team revokes its own", run: () => revokesOwnGrant("other", otherTeamKey) },
  {
    promise: "V1",
    title: "a team outside the beta revokes too",
    run: () => revokesOwnGrant("outsideBeta", outsideBetaKey),
  },
  { promise: "V2", title: "the answer names the grant that was asked for", run: namesTheGrant },
  { promise: "V3", title: "revoked_at is UTC with milliseconds", run: tellsWhen },
  { promise: "V4", title: "revoked_reason is revoked_from_api", run: tellsWhy },
  { promise: "V5", title: "a grant that does not exist: 404", run: unknownGrants },
  { promise: "V6", title: "a grant already revoked: 404, nothing changes", run: secondRevocation },
  { promise: "V6", title: "of five revocations at once, one succeeds", run: revocationsAtOnce },
  { promise: "V7", title: "any key of the team revokes", run: anyKeyOfTheTeam },
  { promise: "V8", title: "every token of the grant is dead, those of another live", run: tokensDie },
  { promise: "V9", title: "another team's key leaves the grant as it was", run: foreignGrants },

  { promise: "A1", title: "an address is added", run: addsForTheTeam },
  { promise: "A1", title: "email is required", run: emailIsRequired },
  { promise: "A1", title: "email is a string", run: emailIsAString },
  { promise: "A1", title: "a body that is not JSON is refused", run: bodyIsJson },
  { promise: "A1", title: "no address is met with a 5xx", run: invalidAddressesAreNoDefect },
  { promise: "A2", title: "the answer holds object and id, nothing else", run: answersObjectAndId },
  { promise: "A3", title: "what was added is manual, without a source", run: addedIsManual },
  { promise: "A3", title: "an address added twice stays manual", run: addingTwice },
  { promise: "A1", title: "a bounced address, added, is still there", run: addingABouncedAddress },

  { promise: "S1", title: "a suppression of every origin has its fields", run: everyOriginIsShown },
  { promise: "S2", title: "source_id is a string or null, null when manual", run: sourcesAreShown },
  { promise: "S3", title: "id is a UUID, created_at is UTC with milliseconds", run: idsAndTimes },

  { promise: "L1", title: "the envelope, and an empty page after the last", run: envelope },
  { promise: "L2", title: "limits from 1 to 100", run: limits },
  { promise: "L2", title: "limit below 1 refused, above 100 refused or clamped", run: limitOutOfRange },
  { promise: "L2", title: "a limit that is no count never gives more than 100", run: limitThatIsNoCount },
  { promise: "L3", title: "20 without a limit", run: defaultLimit },
  { promise: "L4", title: "after gives what follows, without the cursor", run: afterIsExclusive },
  { promise: "L4", title: "a cursor that there is not is no 5xx", run: unknownCursors },
  { promise: "L4", title: "another team's cursor shows nothing of that team", run: cursorOfAnotherTeam },
  { promise: "L5", title: "before gives what precedes, without the cursor", run: beforeIsExclusive },
  { promise: "L5", title: "there with after, back with before", run: thereAndBack },
  { promise: "L6", title: "both cursors are refused", run: bothCursors },
  { promise: "L7", title: "origin filters, and nothing is lost", run: originFilters },
  { promise: "L7", title: "origin filters after a cursor of another origin", run: originWithAForeignCursor },
  { promise: "L7", title: "an origin that there is not shows nothing", run: unknownOrigin },
  { promise: "L8", title: "has_more at both edges", run: () => hasMoreAtTheEdges() },
  ...ORIGINS.map((kind) => ({
    promise: "L8",
    title: `has_more at both edges, origin=${kind}`,
    run: () => hasMoreAtTheEdges(kind),
  })),
  { promise: "L8", title: "every item once, forward and back", run: () => walkBothWays() },
  ...ORIGINS.map((kind) => ({
    promise: "L8",
    title: `every item once, forward and back, origin=${kind}`,
    run: () => walkBothWays(kind),
  })),
  { promise: "L8", title: "an addition is met once", run: additionsAreMet },

  { promise: "R1", title: "by id", run: byId },
  { promise: "R1", title: "an unknown id or address is refused", run: unknownSuppressions },
  { promise: "R1", title: "another team's key sees none of them", run: suppressionsAreTheTeams },
  { promise: "R2", title: "by address, whatever characters it has", run: byUnusualAddress },
  { promise: "R2", title: "by an address with + and @ as they are", run: byUnencodedAddress },
  { promise: "R2", title: "by address, for every origin", run: byAddressOfEveryOrigin },
  { promise: "R2", title: "by the address as it is shown", run: byTheAddressShown },
  { promise: "R2", title: "one address of two teams is two suppressions", run: oneAddressOfTwoTeams },

  { promise: "I1", title: "an import is returned", run: () => importIsReturned("first", key) },
  {
    promise: "I1",
    title: "a team outside the beta reads its imports",
    run: () => importIsReturned("outsideBeta", outsideBetaKey),
  },
  { promise: "I1", title: "any key of the team reads it", run: importWithAnotherKey },
  { promise: "I1", title: "another team's key does not see it", run: importsAreTheTeams },
  { promise: "I1", title: "an unknown import is refused", run: unknownImports },
  { promise: "I2", title: "created_at and completed_at end in +00", run: importTimes },
  { promise: "I3", title: "counts are the integers of the import", run: importCounts },
];

function withoutKeys(text: string): string {
  // A key with its last letter missing is sent too, and a server may repeat it.
  const keys = [key, sameTeamKey, otherTeamKey, outsideBetaKey].flatMap((each) => [each, each.slice(0, -1)]);
  return keys.reduce((clean, each) => clean.replaceAll(each, "<key>"), text);
}

function print(line: string): void {
  console.log(withoutKeys(line.replace(/\s+/g, " ")));
}

async function passes({ promise, title, run }: Step): Promise<boolean> {
  try {
    await run();
    print(`ok ${promise} ${title}`);
    return true;
  } catch (error) {
    print(`FAILED ${promise} ${title}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

async function walk(): Promise<void> {
  let passed = 0;
  for (const step of steps) {
    if (await passes(step)) passed += 1;
  }
  const failed = steps.length - passed;
  if (failed > 0) process.exitCode = 1;
  print(`${passed} passed, ${failed} failed`);
}

await walk();
same([...new Set(steps.map((step) => step.promise))].sort(), [...PROMISES].sort(), "promises that were walked");
