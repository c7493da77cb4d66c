import { interleaved, type Row, ratios, row } from "./harness.js";
import { loads } from "./load.js";
import type { Served } from "./processes.js";
import { closeAll, LIST, serveMock, servePrism, serveScalar } from "./servers.js";

const ROUNDS = 5;

/** The mock beside others: requests a second, and the time to the first answer. */
export async function mock(): Promise<Row[]> {
  const servers: Served[] = [];
  try {
    for (const serve of [serveMock, servePrism, serveScalar]) servers.push(await serve());
    const [own, prism, scalar] = servers.map(({ url }) => ({ url: url + LIST }));
    if (!own || !prism || !scalar) return [];
    const counted = await loads({ mock: own, Prism: prism, Scalar: scalar }, ROUNDS);
    await closeAll(servers.splice(0));
    const started = (serve: () => Promise<Served>) => async () => {
      const server = await serve();
      await server.close();
      return server.start;
    };
    const starts = await interleaved(
      { mock: started(serveMock), Prism: started(servePrism), Scalar: started(serveScalar) },
      "ms",
      ROUNDS,
    );
    const against = { Prism: "Prism's command", Scalar: "@scalar/mock-server" };
    return (["Prism", "Scalar"] as const).flatMap((other) => [
      row({
        what: "mock: requests a second",
        against: against[other],
        ratios: ratios(counted.mock.perSecond, counted[other].perSecond),
        ...(other === "Prism" ? { atLeast: 1.8 } : {}),
        figures: [...Object.values(counted.mock), ...Object.values(counted[other])],
      }),
      row({
        what: "mock: time to the first answer",
        against: against[other],
        ratios: ratios(starts.mock, starts[other]),
        ...(other === "Prism" ? { atMost: 1 } : {}),
        figures: [starts.mock, starts[other]],
      }),
    ]);
  } finally {
    await closeAll(servers);
  }
}
