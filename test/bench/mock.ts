import { interleaved, type Row, ratios, row } from "./harness.js";
import { AS_BY_MANUAL, counting, PRISM, SCALAR } from "./mock-load.js";
import { differingRequests, readsOfState } from "./mock-reads.js";
import type { Served } from "./processes.js";
import { serveMock, servePrism } from "./servers.js";

const ROUNDS = 15;
/** For rows without an aim. */
const FEWER_ROUNDS = 9;
const STARTS = 7;

/** Compares the mock with others: requests per second, and the time to the first response. */
export async function mock(): Promise<Row[]> {
  return [
    ...(await throughput()),
    ...(await differingRequests()),
    ...(await readsOfState()),
    ...(await throughputWithoutLog()),
    ...(await starts()),
  ];
}

async function throughput(): Promise<Row[]> {
  const counted = await counting(AS_BY_MANUAL, ROUNDS);
  return (["Prism", "Scalar"] as const).map((other) =>
    row({
      what: "mock: requests a second",
      against: other === "Prism" ? PRISM : SCALAR,
      ratios: ratios(counted.mock.perSecond, counted[other].perSecond),
      atLeast: other === "Prism" ? 3 : 1,
      figures: [...Object.values(counted.mock), ...Object.values(counted[other])],
      note: `${other === "Prism" ? "each as its manual starts it, printing every request" : "which prints no request"}; the same request each time, whose response the mock remembers`,
    }),
  );
}

async function throughputWithoutLog(): Promise<Row[]> {
  const counted = await counting(
    {
      mock: () => serveMock(["--quiet"]),
      Prism: () => servePrism(["--verboseLevel", "silent"]),
    },
    FEWER_ROUNDS,
  );
  return [
    row({
      what: "mock: requests a second, both silent",
      against: PRISM,
      ratios: ratios(counted.mock.perSecond, counted.Prism.perSecond),
      figures: [...Object.values(counted.mock), ...Object.values(counted.Prism)],
    }),
  ];
}

async function starts(): Promise<Row[]> {
  const started = (serve: () => Promise<Served>) => async () => {
    const server = await serve();
    await server.close();
    return server.start;
  };
  const times = await interleaved(
    { mock: started(AS_BY_MANUAL.mock), Prism: started(AS_BY_MANUAL.Prism), Scalar: started(AS_BY_MANUAL.Scalar) },
    "ms",
    STARTS,
  );
  return (["Prism", "Scalar"] as const).map((other) =>
    row({
      what: "mock: time from the start to the first response",
      against: other === "Prism" ? PRISM : SCALAR,
      ratios: ratios(times.mock, times[other]),
      ...(other === "Prism" ? { atMost: 0.6 } : {}),
      figures: [times.mock, times[other]],
    }),
  );
}
