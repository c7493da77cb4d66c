import { randomUUID } from "node:crypto";
import { isoUtc, same, uuid } from "../assertions.js";
import { createSuppression } from "../control.js";
import { wholeList } from "../list-content.js";
import { retrieved } from "../operations.js";
import type { Step } from "../step.js";
import { ORIGINS } from "../suppression.js";

async function everyOriginIsShown(): Promise<void> {
  for (const kind of ORIGINS) {
    const created = await createSuppression("first", kind, kind === "manual" ? null : randomUUID());
    const shown = await retrieved(created.id);
    same([shown.id, shown.email, shown.origin], [created.id, created.email, kind], `a ${kind}`);
  }
  same(new Set((await wholeList()).map((item) => item.origin)), new Set(ORIGINS), "origins in the list");
}

async function sourcesAreShown(): Promise<void> {
  const source = randomUUID();
  for (const kind of ["bounce", "complaint"] as const) {
    const [withSource, without] = [
      await createSuppression("first", kind, source),
      await createSuppression("first", kind, null),
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
    same(await retrieved(item.id), item, "a retrieved suppression, compared with the listed one");
  }
}

/** S1 to S3. */
export const SUPPRESSION_FIELDS: readonly Step[] = [
  { id: "S1", title: "a suppression of every origin has its fields", run: everyOriginIsShown },
  { id: "S2", title: "source_id is a string or null, null when manual", run: sourcesAreShown },
  { id: "S3", title: "id is a UUID, created_at is UTC with milliseconds", run: idsAndTimes },
];
