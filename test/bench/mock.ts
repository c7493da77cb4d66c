import { interleaved, type Row, ratios, row } from "./harness.js";
import { type Load, loads } from "./load.js";
import type { Served } from "./processes.js";
import { LIST, serveMock, servePrism, serveScalar, withServers } from "./servers.js";

const ROUNDS = 15;
/** For rows without an aim. */
const FEWER_ROUNDS = 9;
const STARTS = 7;

const PRISM = "Prism's command";
const SCALAR = "@scalar/mock-server";

/** Each as its manual starts it. The mock and Prism's command print every request, and Scalar's server prints none. */
const AS_BY_MANUAL = { mock: () => serveMock(), Prism: () => servePrism(), Scalar: serveScalar };

/** Compares the mock with others: requests per second, and the time to the first response. */
export async function mock(): Promise<Row[]> {
  return [
    ...(await throughput()),
    ...(await throughputOfOthers()),
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

/** The mock remembers responses. Here, no two requests are equal. */
async function throughputOfOthers(): Promise<Row[]> {
  const body = '{"email":"person-[<id>]@example.com"}';
  const counted = await counting(AS_BY_MANUAL, FEWER_ROUNDS, (url) => ({
    url: `${url}/suppressions`,
    method: "POST",
    body,
  }));
  return (["Prism", "Scalar"] as const).map((other) =>
    row({
      what: "mock: requests a second, each another one",
      against: other === "Prism" ? PRISM : SCALAR,
      ratios: ratios(counted.mock.perSecond, counted[other].perSecond),
      figures: [...Object.values(counted.mock), ...Object.values(counted[other])],
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

function counting<Name extends string>(
  serves: Readonly<Record<Name, () => Promise<Served>>>,
  rounds: number,
  loadOf: (url: string) => Load = (url) => ({ url: url + LIST }),
) {
  return withServers(serves, (urls) => {
    const each = Object.entries<string>(urls).map(([name, url]) => [name, loadOf(url)]);
    return loads<Name>(Object.fromEntries(each), rounds);
  });
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
