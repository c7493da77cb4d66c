import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Target } from "#verify/model/target/target.js";
import { BOOKINGS_FAULTS } from "./bookings/faults.js";
import { BOOKINGS_LEGAL } from "./bookings/legal.js";
import { bookings } from "./bookings/service.js";
import { CABINS_FAULTS } from "./cabins/faults.js";
import { CABINS_LEGAL } from "./cabins/legal.js";
import { cabins } from "./cabins/service.js";
import { combined } from "./combined.js";
import { FEED_FAULTS } from "./feed/faults.js";
import { FEED_LEGAL } from "./feed/legal.js";
import { feed } from "./feed/service.js";
import { LEGAL_ON_THE_WIRE } from "./legal-on-the-wire.js";
import { LEGAL_REJECTIONS } from "./legal-rejections.js";
import { LEGAL_WAITING } from "./legal-waiting.js";
import { PAYMENTS_FAULTS } from "./payments/faults.js";
import { PAYMENTS_LEGAL } from "./payments/legal.js";
import { payments } from "./payments/service.js";
import { RequestReader } from "./request-reader.js";
import { createRunner, type Run, type RunnerOptions, type Subject } from "./run.js";
import type { Variation } from "./service.js";
import { type RunningServer, startService } from "./start.js";
import { TICKETS_FAULTS } from "./tickets/faults.js";
import { TICKETS_LEGAL } from "./tickets/legal.js";
import { tickets } from "./tickets/service.js";

/** A row of a test: a server of a service. */
export interface ServerRow {
  title: string;
  waits: boolean;
  warns: boolean;
  needsTwo: boolean;
  missed: string | undefined;
  run(options?: RunnerOptions): Promise<Run>;
  /** Starts the server, for a run by another program. */
  start(): Promise<RunningServer>;
}

/** A service with its legal variants and its faults. */
export interface ServiceRows {
  file: string;
  /** The path of the document. */
  document: string;
  /** The valid key. */
  key: string;
  /** Values that exist on a new server. */
  values: Target["values"];
  /** Operations that may be sent although they reach others. */
  allowed: readonly string[];
  /** How many operations its document has. */
  operations: number;
  /** The service without a variation. */
  plain: ServerRow;
  /** Legal variants that every service has. */
  shared: ServerRow[];
  /** Legal variants of this service. */
  legal: ServerRow[];
  faults: ServerRow[];
  /** Runs against one server with several legal variants. */
  runTogether(rows: readonly ServerRow[]): Promise<Run & { effective: ReadonlySet<ServerRow> }>;
}

/** The rows of a service. */
export async function rowsOf<State>(
  subject: Subject<State>,
  legal: readonly Variation<State>[],
  faults: readonly Variation<State>[],
): Promise<ServiceRows> {
  const { service, key, values, allowed = [] } = subject;
  const document = fileURLToPath(new URL(service.file, import.meta.url));
  const runner = await createRunner(subject);
  const variations = new Map<ServerRow, Variation<State>>();
  const rowOf = (variation: Variation<State>): ServerRow => {
    const row = serverRow(variation);
    variations.set(row, variation);
    return row;
  };
  const serverRow = (variation: Variation<State>): ServerRow => ({
    title: variation.title,
    waits: variation.waits === true,
    warns: variation.warns === true,
    needsTwo: variation.needsTwo === true,
    missed: variation.missed,
    run: (options) => runner(variation, options),
    start: async () => startService(service, await RequestReader.of(document), variation),
  });
  return {
    file: basename(service.file),
    operations: Object.keys(service.handlers).length,
    ...{ document, key, values, allowed },
    plain: rowOf({ title: "has no variation" }),
    // Rejections come first: where a server has both, the others change the form of its rejections too.
    shared: [...LEGAL_REJECTIONS, ...LEGAL_ON_THE_WIRE, ...LEGAL_WAITING].map(rowOf),
    legal: legal.map(rowOf),
    faults: faults.map(rowOf),
    runTogether: async (rows) => {
      const effective = new Set<ServerRow>();
      const members = rows.flatMap((row) => variations.get(row) ?? []);
      // A variant that shows changes later says so. Nothing else is worth a longer wait.
      const options = members.some(({ waits }) => waits) ? {} : { settings: { settle: 50 } };
      const [only] = members;
      if (members.length === 1 && only) return { ...(await runner(only, options)), effective };
      const server = combined(members, (changed) => {
        for (const row of rows) if (variations.get(row) === changed) effective.add(row);
      });
      return { ...(await runner(server, options)), effective };
    },
  };
}

/** Services whose documents have no example, no link and no extension. They have no shared variants. */
export const SERVICES_WITHOUT_EXAMPLES = await Promise.all([
  rowsOf(cabins, CABINS_LEGAL, CABINS_FAULTS),
  rowsOf(tickets, TICKETS_LEGAL, TICKETS_FAULTS),
]);

export const SERVICES = await Promise.all([
  rowsOf(bookings, BOOKINGS_LEGAL, BOOKINGS_FAULTS),
  rowsOf(feed, FEED_LEGAL, FEED_FAULTS),
  rowsOf(payments, PAYMENTS_LEGAL, PAYMENTS_FAULTS),
]);
