import { join } from "node:path";
import { type Row, ratios, row } from "./harness.js";
import { type Load, loads } from "./load.js";
import { BENCH, serve, WORK } from "./processes.js";
import { firstIdOf, LIST, servePrism, serveSandbox, serveScalar, withServers } from "./servers.js";

const ROUNDS = 15;
/** For rows without an aim. */
const FEWER_ROUNDS = 9;
/** The share of the requests of bare Fastify. */
const AIM = 0.85;
const ROWS = 1000;

type Database = { file: string } | { url: string };

/** Compares the sandbox with Fastify and the same SQL, and with mocks. */
export async function sandbox(): Promise<Row[]> {
  const url = process.env.TEST_DATABASE_URL;
  return [
    ...(await besideFastify("SQLite", { file: join(WORK, "sandbox.db") })),
    ...(url === undefined ? [withoutPostgres()] : await besideFastify("PostgreSQL", { url })),
    ...(await besideMocks()),
  ];
}

function withoutPostgres(): Row {
  return row({
    what: "sandbox on PostgreSQL",
    against: "bare Fastify with the same SQL",
    ratios: [],
    atLeast: AIM,
    figures: [],
    note: "PostgreSQL's programs are not on this machine",
  });
}

/** The measured requests. */
function requestsTo(url: string, id: string): Record<"lists of 20" | "retrievals" | "adds", Load> {
  return {
    "lists of 20": { url: url + LIST },
    retrievals: { url: `${url}/suppressions/${id}` },
    adds: { url: `${url}/suppressions`, method: "POST", body: '{"email":"person-[<id>]@example.com"}' },
  };
}

async function besideFastify(engine: string, database: Database): Promise<Row[]> {
  const location = "file" in database ? database.file : database.url;
  return withServers(
    {
      sandbox: () => serveSandbox(ROWS, database),
      bare: () => serve((port) => [join(BENCH, "bare-fastify.js"), String(port), location], LIST),
    },
    async ({ sandbox, bare }) => {
      const id = await firstIdOf(sandbox);
      const [own, other] = [requestsTo(sandbox, id), requestsTo(bare, id)];
      const rows: Row[] = [];
      for (const what of ["lists of 20", "retrievals", "adds"] as const) {
        const hasAim = what !== "adds";
        const counted = await loads(
          { sandbox: own[what], "bare Fastify": other[what] },
          hasAim ? ROUNDS : FEWER_ROUNDS,
        );
        rows.push(
          row({
            what: `sandbox on ${engine}: ${what} a second`,
            against: "bare Fastify with the same SQL and no checks",
            ratios: ratios(counted.sandbox.perSecond, counted["bare Fastify"].perSecond),
            ...(hasAim ? { atLeast: AIM } : {}),
            figures: [...Object.values(counted.sandbox), ...Object.values(counted["bare Fastify"])],
          }),
        );
      }
      return rows;
    },
  );
}

/** For information: the sandbox is no mock. Each as its manual starts it; the sandbox and Prism print every request. */
async function besideMocks(): Promise<Row[]> {
  const file = join(WORK, "sandbox.db");
  return withServers(
    { sandbox: () => serveSandbox(ROWS, { file }, []), prism: () => servePrism(), scalar: serveScalar },
    async ({ sandbox, prism, scalar }) => {
      const id = await firstIdOf(sandbox);
      const rows: Row[] = [];
      for (const what of ["lists of 20", "retrievals"] as const) {
        const [own, Prism, Scalar] = [sandbox, prism, scalar].map((url) => requestsTo(url, id)[what]);
        if (!own || !Prism || !Scalar) continue;
        const counted = await loads({ sandbox: own, Prism, Scalar }, FEWER_ROUNDS);
        const against = (name: "Prism" | "Scalar", note: string) =>
          row({
            what: `sandbox on SQLite: ${what} a second`,
            against: name === "Prism" ? "Prism's command" : "@scalar/mock-server",
            ratios: ratios(counted.sandbox.perSecond, counted[name].perSecond),
            figures: [...Object.values(counted.sandbox), ...Object.values(counted[name])],
            note,
          });
        rows.push(
          against("Prism", "both print every request; Prism sends an example of 2 items where the sandbox reads 20"),
          against("Scalar", "it sends an example, and prints nothing"),
        );
      }
      return rows;
    },
  );
}
