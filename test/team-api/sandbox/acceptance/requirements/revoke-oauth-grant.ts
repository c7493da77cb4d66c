import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { isoUtc, only, same, string, uuid } from "../assertions.js";
import { activity, address, createGrant, stateOf, stillActive, type Team } from "../control.js";
import { added, revoke } from "../operations.js";
import { isSuccess, notFound, rejected, success } from "../send.js";
import { key, otherTeamKey, outsideBetaKey, sameTeamKey } from "../settings.js";
import type { Step } from "../step.js";

async function revokesOwnGrant(team: Team, as: string): Promise<void> {
  const grant = await createGrant(team);
  await stillActive(grant);
  same(success(await revoke(grant.id, as)).object, "oauth_grant", "object of a revoked grant");
  const { revokedAt } = await stateOf(grant);
  assert.ok(revokedAt !== null, "the grant is not revoked after a revocation that succeeded");
}

async function namesTheGrant(): Promise<void> {
  const [first, second] = [await createGrant("first"), await createGrant("first")];
  for (const grant of [second, first]) {
    const { object, id } = success(await revoke(grant.id));
    same({ object, id }, { object: "oauth_grant", id: grant.id }, "the revoked grant");
    uuid(grant.id, "id of a grant");
  }
}

async function revokedAtIsUtc(): Promise<void> {
  const grant = await createGrant("first");
  const revokedAt = string(success(await revoke(grant.id)).revoked_at, "revoked_at");
  isoUtc(revokedAt, "revoked_at");
  const kept = string((await stateOf(grant)).revokedAt, "control plane: revoked_at");
  same(Date.parse(kept), Date.parse(revokedAt), "the stored time of revocation");
}

async function revokedReasonIsFixed(): Promise<void> {
  const grant = await createGrant("first");
  same(success(await revoke(grant.id)).revoked_reason, "revoked_from_api", "revoked_reason");
  same((await stateOf(grant)).revokedReason, "revoked_from_api", "the stored reason");
}

async function unknownGrants(): Promise<void> {
  const suppression = await added(address("no-grant"));
  // The path parameter may be any string, so a text that cannot be an id is the id of no grant.
  for (const id of [randomUUID(), suppression, "no-such-grant", "0", "a/b", "100%", "é"]) notFound(await revoke(id));
}

async function secondRevocation(): Promise<void> {
  const grant = await createGrant("first");
  success(await revoke(grant.id));
  const before = await stateOf(grant);
  notFound(await revoke(grant.id));
  notFound(await revoke(grant.id, sameTeamKey));
  same(await stateOf(grant), before, "a revoked grant after further revocations");
  same(await activity(grant), [false, false, false, false], "tokens after further revocations");
}

async function revocationsAtOnce(): Promise<void> {
  const grant = await createGrant("first");
  const replies = await Promise.all([key, sameTeamKey, key, sameTeamKey, key].map((as) => revoke(grant.id, as)));
  const winner = success(only(replies.filter(isSuccess), "revocations that succeeded"));
  for (const reply of replies.filter((each) => !isSuccess(each))) notFound(reply);
  const revokedAt = string(winner.revoked_at, "revoked_at");
  const kept = string((await stateOf(grant)).revokedAt, "control plane: revoked_at");
  same(Date.parse(kept), Date.parse(revokedAt), "the stored time of revocation");
}

async function anyKeyOfTheTeam(): Promise<void> {
  for (const [one, another] of [
    [key, sameTeamKey],
    [sameTeamKey, key],
  ] as const) {
    const grant = await createGrant("first");
    same(success(await revoke(grant.id, one)).id, grant.id, "the revoked grant");
    notFound(await revoke(grant.id, another));
  }
}

async function tokensBecomeInvalid(): Promise<void> {
  const [revoked, kept] = [await createGrant("first"), await createGrant("first")];
  await stillActive(revoked);
  success(await revoke(revoked.id));
  same(await activity(revoked), [false, false, false, false], "tokens of the revoked grant");
  await stillActive(kept);
  success(await revoke(kept.id));
  same(await activity(kept), [false, false, false, false], "tokens of the second revoked grant");
}

async function otherTeamsKeys(): Promise<void> {
  for (const stranger of [otherTeamKey, outsideBetaKey]) {
    const grant = await createGrant("first");
    rejected(await revoke(grant.id, stranger));
    await stillActive(grant);
    same(success(await revoke(grant.id)).id, grant.id, "revoked by its own team afterwards");
  }
}

/** V1 to V9. */
export const REVOKE_OAUTH_GRANT: readonly Step[] = [
  { id: "V1", title: "a revocation returns an oauth_grant", run: () => revokesOwnGrant("first", key) },
  { id: "V1", title: "the other team revokes its own grant", run: () => revokesOwnGrant("other", otherTeamKey) },
  {
    id: "V1",
    title: "a team outside the beta revokes its own grant",
    run: () => revokesOwnGrant("outsideBeta", outsideBetaKey),
  },
  { id: "V2", title: "the response has the id of the requested grant", run: namesTheGrant },
  { id: "V3", title: "revoked_at is UTC with milliseconds", run: revokedAtIsUtc },
  { id: "V4", title: "revoked_reason is revoked_from_api", run: revokedReasonIsFixed },
  { id: "V5", title: "a grant that does not exist returns 404", run: unknownGrants },
  { id: "V6", title: "a second revocation returns 404 and changes nothing", run: secondRevocation },
  { id: "V6", title: "of five simultaneous revocations, one succeeds", run: revocationsAtOnce },
  { id: "V7", title: "any key of the team revokes", run: anyKeyOfTheTeam },
  {
    id: "V8",
    title: "every token of the grant is invalid, and tokens of another grant stay valid",
    run: tokensBecomeInvalid,
  },
  { id: "V9", title: "another team's key changes nothing", run: otherTeamsKeys },
];
