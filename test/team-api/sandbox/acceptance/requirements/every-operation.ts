import { randomUUID } from "node:crypto";
import { same } from "../assertions.js";
import { address, createGrant, createImport, createSuppression, SAMPLE_COUNTS, stillActive } from "../control.js";
import { add, added, list, retrieve, retrieved, retrieveImport, revoke } from "../operations.js";
import { page } from "../pages.js";
import { call, json, type Request, rejected } from "../send.js";
import { key, otherTeamKey, outsideBetaKey } from "../settings.js";
import type { Step } from "../step.js";

async function everySuccessIsJson(): Promise<void> {
  const grant = await createGrant("first");
  const importId = await createImport("first", SAMPLE_COUNTS);
  const email = address("json");
  json(await add(email));
  json(await retrieve(email));
  json(await list({ limit: 1 }));
  json(await revoke(grant.id));
  json(await retrieveImport(importId));
}

async function rejectedWith(authorization: string | undefined): Promise<void> {
  const request: Request = authorization === undefined ? {} : { authorization };
  const grant = await createGrant("first");
  const importId = await createImport("first", SAMPLE_COUNTS);
  const known = await added(address("known"));
  const email = address("unauthorized");
  rejected(await call("DELETE", `/oauth/grants/${grant.id}`, request));
  rejected(await call("POST", "/suppressions", { ...request, json: { email } }));
  rejected(await call("GET", "/suppressions", request));
  rejected(await call("GET", `/suppressions/${known}`, request));
  rejected(await call("GET", `/contacts/imports/${importId}`, request));
  await stillActive(grant);
  rejected(await retrieve(email));
}

async function outsideBetaIsRejected(): Promise<void> {
  const email = address("outside");
  const { id } = await createSuppression("outsideBeta", "bounce", null);
  rejected(await add(email, outsideBetaKey));
  rejected(await list({}, outsideBetaKey));
  rejected(await list({ limit: 5, origin: "manual" }, outsideBetaKey));
  rejected(await retrieve(id, outsideBetaKey));
  rejected(await retrieve(email, outsideBetaKey));
}

async function otherTeamInBetaSucceeds(): Promise<void> {
  const email = address("served");
  const id = await added(email, otherTeamKey);
  same((await retrieved(email, otherTeamKey)).id, id, "retrieved by the other team");
  await page({}, otherTeamKey);
}

/** G1 to G3. */
export const EVERY_OPERATION: readonly Step[] = [
  { id: "G1", title: "every operation responds with JSON", run: everySuccessIsJson },
  {
    id: "G2",
    title: "a request without Authorization is rejected and does nothing",
    run: () => rejectedWith(undefined),
  },
  { id: "G2", title: "a request without a key is rejected and does nothing", run: () => rejectedWith("Bearer") },
  { id: "G2", title: "a key that belongs to no team is rejected", run: () => rejectedWith(`Bearer ${randomUUID()}`) },
  { id: "G2", title: "a key with an extra letter is rejected", run: () => rejectedWith(`Bearer ${key}x`) },
  {
    id: "G2",
    title: "a key without its last letter is rejected",
    run: () => rejectedWith(`Bearer ${key.slice(0, -1)}`),
  },
  { id: "G3", title: "suppressions are rejected for a team outside the beta", run: outsideBetaIsRejected },
  { id: "G3", title: "another team in the beta succeeds", run: otherTeamInBetaSucceeds },
];
