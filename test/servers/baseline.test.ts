import { expect, test } from "vitest";
import { ARCHIVE_FAULTS } from "./archive/faults.js";
import { archive } from "./archive/service.js";
import { type Baseline, baselineOf, newCausesOf } from "./baseline.js";
import { BOOKINGS_FAULTS } from "./bookings/faults.js";
import { bookings } from "./bookings/service.js";
import { CABINS_FAULTS } from "./cabins/faults.js";
import { cabins } from "./cabins/service.js";
import { FEED_FAULTS } from "./feed/faults.js";
import { feed } from "./feed/service.js";
import { ORDERS_FAULTS } from "./orders/faults.js";
import { orders } from "./orders/service.js";
import { PAYMENTS_FAULTS } from "./payments/faults.js";
import { payments } from "./payments/service.js";
import { STORIES_FAULTS } from "./stories/faults.js";
import { stories } from "./stories/service.js";
import { TICKETS_FAULTS } from "./tickets/faults.js";
import { tickets } from "./tickets/service.js";

/** Every service, with all runs: `BASELINE=1`. `BASELINE=NAME` has one service. */
const wanted = process.env.BASELINE ?? "";
const RUNS = Number(process.env.BASELINE_RUNS ?? (wanted === "" ? 3 : 20));
const PARALLEL = [1, 8, 16];

/** `keeps`: what runs create stays, so that lists get longer. */
const SERVICES: Record<string, () => Promise<Baseline>> = {
  tickets: () => baselineOf(tickets, TICKETS_FAULTS, { keeps: true }),
  orders: () => baselineOf(orders, ORDERS_FAULTS, { keeps: true }),
  cabins: () => baselineOf(cabins, CABINS_FAULTS),
  bookings: () => baselineOf(bookings, BOOKINGS_FAULTS),
  feed: () => baselineOf(feed, FEED_FAULTS),
  payments: () => baselineOf(payments, PAYMENTS_FAULTS),
  stories: () => baselineOf(stories, STORIES_FAULTS),
  archive: () => baselineOf(archive, ARCHIVE_FAULTS),
};
const SELECTED = Object.entries(SERVICES).filter(([name]) => {
  return wanted === "" ? name === "tickets" : wanted === "1" || wanted === name;
});

test.each(SELECTED)(
  "what a run accepts on %s, further runs accept, and a new fault fails",
  { timeout: 3_600_000 },
  async (name, start) => {
    const baseline = await start();
    const failed: string[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const report = await baseline.again(run + 2, PARALLEL[run % PARALLEL.length] ?? 1);
      if (report.verdict !== "passed")
        failed.push(`run ${run + 2}: ${newCausesOf(report).join(" | ") || report.reason}`);
    }
    if (wanted !== "") console.log(name, baseline.accepted, `${RUNS - failed.length} of ${RUNS}`, failed);
    const missed: string[] = [];
    for (const [index, title] of baseline.others.entries()) {
      if (wanted === "" && index > 0) break;
      if (!(await baseline.notices(title, 100 + index))) missed.push(title);
    }
    if (wanted !== "") console.log(name, "new faults that were missed:", missed);
    await baseline.close();
    expect({ failed, missed }).toEqual({ failed: [], missed: [] });
  },
);
