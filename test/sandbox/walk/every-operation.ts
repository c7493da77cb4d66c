import { randomUUID } from "node:crypto";
import { address, FIVE, mintGrant, mintImport, mintSuppression, untouched } from "./control.js";
import { same } from "./narrow.js";
import { add, added, list, retrieve, retrieved, retrieveImport, revoke } from "./operations.js";
import { page } from "./pages.js";
import { call, json, type Request, refused } from "./send.js";
import { key, otherTeamKey, outsideBetaKey } from "./settings.js";
import type { Step } from "./step.js";

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

/** G1 to G3. */
export const EVERY_OPERATION: readonly Step[] = [
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
];
