import { type Row, ratios, row } from "./harness.js";
import { loads } from "./load.js";
import { AS_BY_MANUAL, counting, PRISM, SCALAR } from "./mock-load.js";
import { firstIdOf, LIST, serveMock, serveScalar, withServers } from "./servers.js";

const ROUNDS = 9;

/** The mock remembers responses. Here, no two requests are equal. */
export async function differingRequests(): Promise<Row[]> {
  const body = '{"email":"person-[<id>]@example.com"}';
  const servers = { ...AS_BY_MANUAL, silent: () => serveMock(["--quiet"]) };
  const creating = await counting(servers, ROUNDS, (url) => ({ url: `${url}/suppressions`, method: "POST", body }));
  const reading = await counting(servers, ROUNDS, (url) => ({ url: `${url}/suppressions/${EACH}` }));
  return [
    ...rowsOf("mock: creations a second, each another one", creating),
    ...rowsOf("mock: reads a second, each of another resource", reading),
  ];
}

/** A path that is another one each time. */
const EACH = "person-[<id>]@example.com";

function rowsOf(
  what: string,
  counted: Awaited<ReturnType<typeof counting<"mock" | "silent" | "Prism" | "Scalar">>>,
): Row[] {
  const rowOf = (ours: "mock" | "silent", other: "Prism" | "Scalar", more: Partial<Row> & { atLeast?: number } = {}) =>
    row({
      what: ours === "silent" ? `${what}, both silent` : what,
      against: other === "Prism" ? PRISM : SCALAR,
      ratios: ratios(counted[ours].perSecond, counted[other].perSecond),
      figures: [...Object.values(counted[ours]), ...Object.values(counted[other])],
      ...more,
    });
  return [
    rowOf("mock", "Prism"),
    rowOf("mock", "Scalar", { note: "which prints no request" }),
    rowOf("silent", "Scalar", { atLeast: 1 }),
  ];
}

/** Scalar's server has state for documents with code of theirs alone. Here, it responds with examples. */
export async function readsOfState(): Promise<Row[]> {
  const serves = { state: () => serveMock(["--stateful", "--rows", "1000"]), Scalar: serveScalar };
  const loadOf = { list: (url: string) => url + LIST, one: (url: string) => firstPathOf(url) };
  const rows: Row[] = [];
  for (const [name, pathOf] of Object.entries(loadOf)) {
    const counted = await withServers(serves, async (urls) => {
      const path = new URL(await pathOf(urls.state));
      const at = (url: string) => ({ url: url + path.pathname + path.search });
      return loads({ state: at(urls.state), Scalar: at(urls.Scalar) }, ROUNDS);
    });
    rows.push(
      row({
        what: `mock with state: reads of ${name === "list" ? "a list" : "one resource"} a second`,
        against: SCALAR,
        ratios: ratios(counted.state.perSecond, counted.Scalar.perSecond),
        atLeast: 0.5,
        figures: [...Object.values(counted.state), ...Object.values(counted.Scalar)],
        note: "which has no state; 1,000 generated resources",
      }),
    );
  }
  return rows;
}

/** The address of the resource that a mock with state lists first. */
async function firstPathOf(url: string): Promise<string> {
  return `${url}/suppressions/${await firstIdOf(url)}`;
}
