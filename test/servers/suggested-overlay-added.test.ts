import { expect, test } from "vitest";
import type { Target } from "#verify/model/target/target.js";
import { exhaustive, isRelease } from "../sample.js";
import { archive } from "./archive/service.js";
import { bookings } from "./bookings/service.js";
import { feed } from "./feed/service.js";
import { orders } from "./orders/service.js";
import { payments } from "./payments/service.js";
import { createRunner, type Subject } from "./run.js";
import { stories } from "./stories/service.js";

const PLAIN = { title: "has no variation" };

interface Row<State> {
  title: string;
  subject: Subject<State> & { settings?: Partial<Target> };
}

/** The suggestion of a run, and the failures that only a run by it has. */
async function withSuggestion<State>({ title, subject }: Row<State>) {
  const settings = { ...subject.settings, settle: 50 };
  const options = { settings, only: exhaustive ? [] : ["life-cycle"] };
  const plain = await (await createRunner(subject))(PLAIN, options);
  if (!plain.overlay) throw new Error(`The run of ${title} suggests no overlay.`);
  const again = await (await createRunner(subject, plain.overlay))(PLAIN, options);
  return {
    actions: plain.overlay.actions.map(({ target, update }) => [target, update]),
    failures: again.failures.filter((text) => !plain.failures.includes(text)),
  };
}

/** Honest servers; public.test.ts has those of public documents. A quick run has a part of one, and the gate two. */
const RUNS: Record<string, () => ReturnType<typeof withSuggestion>> = {
  archive: () => withSuggestion({ title: "archive", subject: archive }),
  ...(exhaustive ? { bookings: () => withSuggestion({ title: "bookings", subject: bookings }) } : {}),
  ...(isRelease
    ? {
        stories: () => withSuggestion({ title: "stories", subject: stories }),
        payments: () => withSuggestion({ title: "payments", subject: payments }),
        orders: () => withSuggestion({ title: "orders", subject: orders }),
      }
    : {}),
};

test.each(Object.entries(RUNS))("the suggested overlay adds no failure to an honest server: %s", async (_, run) => {
  const { actions, failures } = await run();
  expect(actions).not.toEqual([]);
  expect(failures).toEqual([]);
});

test.runIf(exhaustive)("no overlay is suggested for a feed, whose relations no response has shown", async () => {
  const { overlay } = await (await createRunner(feed))(PLAIN, { settings: { settle: 50 } });
  expect(overlay).toBeUndefined();
});
