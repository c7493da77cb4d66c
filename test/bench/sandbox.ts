import { join } from "node:path";
import { type Row, ratios, row } from "./harness.js";
import { type Load, loads } from "./load.js";
import { BENCH, serve, WORK } from "./processes.js";
import { firstIdOf, LIST, servePrism, serveSandbox, serveScalar, withServers } from "./servers.js";

const ROUNDS = 15;
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
    atLeast: 0.7,
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
        const counted = await loads({ sandbox: own[what], "bare Fastify": other[what] }, ROUNDS);
        rows.push(
          row({
            what: `sandbox on ${engine}: ${what} a second`,
            against: "bare Fastify with the same SQL and no checks",
            ratios: ratios(counted.sandbox.perSecond, counted["bare Fastify"].perSecond),
            atLeast: 0.7,
            figures: [...Object.values(counted.sandbox), ...Object.values(counted["bare Fastify"])],
          }),
        );
      }
      return rows;
    },
  );
}

/** Each as its manual starts it. The sandbox and Prism's command print every request. */
async function besideMocks(): Promise<Row[]> {
  const file = join(WORK, "sandbox.db");
  return withServers(
    {
      sandbox: () => serveSandbox(ROWS, { file }, []),
      bare: () => serve((port) => [join(BENCH, "bare-fastify.js"), String(port), file], LIST),
      prism: () => servePrism(),
      scalar: serveScalar,
    },
    async ({ sandbox, bare, prism, scalar }) => {
      const id = await firstIdOf(sandbox);
      const rows: Row[] = [];
      for (const what of ["lists of 20", "retrievals"] as const) {
        const counted = await loads(
          {
            sandbox: requestsTo(sandbox, id)[what],
            Prism: requestsTo(prism, id)[what],
            Scalar: requestsTo(scalar, id)[what],
            "bare Fastify": requestsTo(bare, id)[what],
          },
          ROUNDS,
        );
        const against = (name: "Prism" | "Scalar", more: { atLeast?: number; note?: string }) =>
          row({
            what: `sandbox on SQLite: ${what} a second`,
            against: name === "Prism" ? "Prism's command" : "@scalar/mock-server",
            ratios: ratios(counted.sandbox.perSecond, counted[name].perSecond),
            figures: [counted.sandbox, counted[name], counted["bare Fastify"]].flatMap((each) => Object.values(each)),
            ...more,
          });
        rows.push(
          against("Prism", {
            atLeast: 5,
            note: "each as its manual starts it, telling of every request; Prism answers with an example, which holds 2 items where the sandbox reads 20; bare Fastify, with the same SQL and without checks or log, is the most that the sandbox could reach",
          }),
          against("Scalar", {}),
        );
      }
      return rows;
    },
  );
}
