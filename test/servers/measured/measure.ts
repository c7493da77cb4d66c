import { verifyServer } from "../../verify/small-document.js";
import { floorOf } from "./floor.js";
import { type MeasuredService, Observed, operationsIn, respondsAs } from "./service.js";

/** What a run and random requests reach of a service. */
export interface Measured {
  operations: readonly string[];
  /** Operations without a success in the run. */
  withoutSuccess: readonly string[];
  requests: number;
  branches: ReadonlySet<string>;
  /** The branches that 300 and 3,000 random requests reach. */
  few: ReadonlySet<string>;
  many: ReadonlySet<string>;
  /** The crashes that the run, 300 and 3,000 random requests cause. */
  crashed: ReadonlySet<string>;
  fewCrashed: ReadonlySet<string>;
  manyCrashed: ReadonlySet<string>;
  /** Causes that a run finds at the server without a crash. */
  falseCauses: readonly string[];
  /** Causes that a run finds at the server with its crashes. */
  causesOfCrashes: readonly string[];
}

/** Runs against a service with its crashes and without, and random requests. */
export async function measure(service: MeasuredService): Promise<Measured> {
  const [sound, crashing] = [new Observed(), new Observed()];
  const settings = { hasExampleData: false, settle: 50 };
  const run = await verifyServer(service.paths, respondsAs(service, sound, false), settings);
  const crashed = await verifyServer(service.paths, respondsAs(service, crashing, true), settings);
  const operations = operationsIn(service.paths).map(({ operationId }) => operationId);
  const [few, many] = [floorOf(service, 300, false), floorOf(service, 3000, false)];
  return {
    operations,
    withoutSuccess: operations.filter((id) => !sound.succeeded.has(id)),
    requests: run.requests.length,
    branches: sound.branches,
    ...{ few: few.branches, many: many.branches },
    crashed: crashing.crashed,
    fewCrashed: floorOf(service, 300, true).crashed,
    manyCrashed: floorOf(service, 3000, true).crashed,
    falseCauses: run.titles.filter((title) => service.differs?.test(title) !== true),
    causesOfCrashes: crashed.titles,
  };
}
