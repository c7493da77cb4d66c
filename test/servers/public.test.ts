import { describe, expect, test } from "vitest";
import type { Overlay } from "#openapi/overlay/overlay.js";
import type { Writes } from "#verify/model/target/writes.js";
import { exhaustive, isRelease, sample } from "../sample.js";
import { airflow } from "./public/airflow/service.js";
import { appwrite } from "./public/appwrite/service.js";
import { gitea } from "./public/gitea/service.js";
import { MISSES, type Missed } from "./public/known.js";
import { stripe } from "./public/stripe/service.js";
import type { PublicSubject } from "./public/subject.js";
import { sync } from "./public/sync/service.js";
import { differenceOf, Tables } from "./public/tables.js";
import { vestorly } from "./public/vestorly/service.js";
import { succeededIn } from "./reach/measure.js";
import { createRunner } from "./run.js";

interface Row {
  title: string;
  subject: PublicSubject;
  /** Whether another row has more settings for the same server: this one shows that nothing of others is changed without them. */
  isBare?: boolean;
}

/** In a release only: the gate has their rows with more settings, which reach more operations. */
const BARE: Row[] = [
  { title: "airflow", subject: airflow, isBare: true },
  { title: "gitea", subject: gitea, isBare: true },
  { title: "vestorly", subject: vestorly, isBare: true },
];

const LOGIN = { username: "advisor@example.com", password: "five-golden-leaves" };

/** Honest servers of documents without examples, which others wrote. */
const ROWS: Row[] = [
  { title: "sync", subject: sync },
  ...(exhaustive
    ? [
        { title: "appwrite", subject: appwrite },
        { title: "stripe", subject: stripe },
        ...(isRelease ? BARE : []),
        { title: "airflow with a given DAG", subject: withParameters(airflow, { dag_id: "import_orders_3" }) },
        { title: "gitea in a given repository", subject: withParameters(gitea, { owner: "harbor", repo: "lamp-1" }) },
        { title: "vestorly with a login", subject: withParameters(vestorly, LOGIN) },
      ]
    : []),
];

/** The least share of operations with a success. */
const LEAST = 0.9;

/** A team that names where a run may create things, or how it signs in. */
function withParameters(subject: PublicSubject, parameters: Record<string, string>): PublicSubject {
  return {
    ...subject,
    settings: { ...subject.settings, parameters: { ...subject.settings?.parameters, ...parameters } },
  };
}

const namesOf = (missed: readonly Missed[]) => missed.flatMap(({ names }) => names).toSorted();

interface Settings {
  seed: number;
  writes: Writes;
  /** Changes the document for the run (default: it is as others wrote it). */
  overlay?: Overlay;
}

/** Verifies a server, and compares its data with those before. */
async function verified({ service, settings, ...subject }: PublicSubject, { seed, writes, overlay }: Settings) {
  let tables = new Tables();
  let before = tables.snapshot();
  const run = await createRunner({ ...subject, service }, overlay);
  const prepare = (state: Tables) => {
    tables = state;
    before = state.snapshot();
  };
  const results = await run(
    { title: "has no variation", prepare },
    { settings: { ...settings, seed, writes, settle: 50 } },
  );
  const { changed, added } = differenceOf(before, tables.snapshot());
  const operations = Object.keys(service.handlers);
  const succeeded = succeededIn(results);
  const missed = operations.filter((operation) => !succeeded.includes(operation)).toSorted();
  return {
    ...results,
    operations,
    missed,
    changed,
    left: [...new Set(added.map((row) => row.split(" ")[0]))].toSorted(),
  };
}

/** Each row has the time of all, in milliseconds. */
const ALL_AT_ONCE = 600_000;

describe("a run against a server of a public document", () => {
  test.concurrent.for(sample(ROWS, 1, 3))(
    "$title: has no failure, a success for nine operations of ten, and the data of others as they were; in a release with its overlay and another seed too",
    { timeout: ALL_AT_ONCE },
    async ({ title, subject, isBare = false }) => {
      const { failures, changed, left, missed, requests, operations, overlay } = await verified(subject, {
        seed: 1,
        writes: "creations",
      });
      const { rightly, known, left: leftovers } = MISSES[title] ?? { rightly: [], known: [], left: [] };
      expect(failures).toEqual([]);
      expect(changed).toEqual([]);
      // An operation that is reached now, or a table without leftovers, has to leave known.ts.
      expect(missed).toEqual(namesOf([...rightly, ...known]));
      expect(left).toEqual(namesOf(leftovers));
      expect(requests).toBeLessThanOrEqual(60 * operations.length);
      if (!isBare) expect(1 - missed.length / operations.length).toBeGreaterThanOrEqual(LEAST);
      if (!isRelease || isBare) return;
      if (!overlay) throw new Error(`The run of ${title} suggests no overlay.`);
      const again = await verified(subject, { seed: 2, writes: "creations", overlay });
      expect(again.failures).toEqual([]);
      expect(again.changed).toEqual([]);
      expect(again.missed.filter((operation) => !missed.includes(operation))).toEqual([]);
    },
  );

  test.concurrent.for(exhaustive ? sample(ROWS, 1, 4) : [])(
    "$title: changes nothing without writes",
    { timeout: ALL_AT_ONCE },
    async ({ subject }) => {
      const { failures, changed, left } = await verified(subject, { seed: 1, writes: "none" });
      expect({ failures, changed, left }).toEqual({ failures: [], changed: [], left: [] });
    },
  );
});
