import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { activity, address, mintGrant, stateOf, type Team, untouched } from "./control.js";
import { isoUtc, only, same, string, uuid } from "./narrow.js";
import { added, revoke } from "./operations.js";
import { isSuccess, notFound, refused, success } from "./send.js";
import { key, otherTeamKey, outsideBetaKey, sameTeamKey } from "./settings.js";
import type { Step } from "./step.js";

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

/** V1 to V9. */
export const REVOKE_OAUTH_GRANT: readonly Step[] = [
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
];
