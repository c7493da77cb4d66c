import { join } from "node:path";
import { type Row, ratios, row } from "./harness.js";
import { loads } from "./load.js";
import { BENCH, type Served, serve, WORK } from "./processes.js";
import { closeAll, LIST, servePrism, serveSandbox, serveScalar } from "./servers.js";

const ROUNDS = 5;
const ROWS = 1000;

/** The sandbox beside Fastify with the same SQL, and beside mocks. */
export async function sandbox(): Promise<Row[]> {
  const url = process.env.TEST_DATABASE_URL;
  return [
    ...(await beside("SQLite", { file: join(WORK, "sandbox.db") }, true)),
    ...(url === undefined ? [withoutPostgres()] : await beside("PostgreSQL", { url }, false)),
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

async function beside(engine: string, database: { file: string } | { url: string }, mocks: boolean): Promise<Row[]> {
  const servers: Served[] = [];
  const started = async (server: Promise<Served>): Promise<Served> => {
    servers.push(await server);
    return server;
  };
  const location = "file" in database ? database.file : database.url;
  try {
    const own = await started(serveSandbox(ROWS, database));
    const bare = await started(serve((port) => [join(BENCH, "bare-fastify.js"), String(port), location], LIST));
    const add = { method: "POST", body: '{"email":"person-[<id>]@example.com"}' };
    const read = await loads({ sandbox: { url: own.url + LIST }, "bare Fastify": { url: bare.url + LIST } }, ROUNDS);
    const added = await loads(
      {
        sandbox: { url: `${own.url}/suppressions`, ...add },
        "bare Fastify": { url: `${bare.url}/suppressions`, ...add },
      },
      ROUNDS,
    );
    const against = "bare Fastify with the same SQL and no checks";
    const rows = [
      row({
        what: `sandbox on ${engine}: lists a second`,
        against,
        ratios: ratios(read.sandbox.perSecond, read["bare Fastify"].perSecond),
        atLeast: 0.7,
        figures: [...Object.values(read.sandbox), ...Object.values(read["bare Fastify"])],
      }),
      row({
        what: `sandbox on ${engine}: adds a second`,
        against,
        ratios: ratios(added.sandbox.perSecond, added["bare Fastify"].perSecond),
        atLeast: 0.7,
        figures: [...Object.values(added.sandbox), ...Object.values(added["bare Fastify"])],
      }),
    ];
    if (!mocks) return rows;
    const prism = await started(servePrism());
    const scalar = await started(serveScalar());
    const mocked = await loads(
      { sandbox: { url: own.url + LIST }, Prism: { url: prism.url + LIST }, Scalar: { url: scalar.url + LIST } },
      ROUNDS,
    );
    return [
      ...rows,
      row({
        what: "sandbox on SQLite: lists of 20 a second",
        against: "Prism's command, which answers with an example of 2",
        ratios: ratios(mocked.sandbox.perSecond, mocked.Prism.perSecond),
        atLeast: 5,
        figures: [...Object.values(mocked.sandbox), ...Object.values(mocked.Prism)],
      }),
      row({
        what: "sandbox on SQLite: lists of 20 a second",
        against: "@scalar/mock-server",
        ratios: ratios(mocked.sandbox.perSecond, mocked.Scalar.perSecond),
        figures: Object.values(mocked.Scalar),
      }),
    ];
  } finally {
    await closeAll(servers);
  }
}
