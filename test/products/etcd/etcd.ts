import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "#cli/user-error.js";
import { asList, asObject, asText, type Json, type JsonObject } from "#openapi/document/document.js";
import { freePort } from "#scripts/start/free-port.js";
import type { Cleanup } from "../cleanup.js";
import type { Product } from "../product.js";
import type { Row } from "../row.js";
import { runProgram } from "../run-program.js";
import { sendJson } from "../send-json.js";
import { startServer } from "../start-server.js";
import { protoDocument } from "./proto-document.js";

const PACKAGE = "etcd-server";

/** The Debian package with the definitions of the procedures. */
const SOURCES = "golang-etcd-server-dev";
const FOLDER = "usr/share/gocode/src/go.etcd.io/etcd";
const FILES = ["etcdserver/etcdserverpb/rpc.proto", "auth/authpb/auth.proto", "mvcc/mvccpb/kv.proto"];

/**
 * etcd of the Debian package, by its gateway for JSON. Every operation is a POST to a procedure: nothing shows that one creates what
 * another one removes. Its users and roles are somebody's, and authentication is off: whoever switched it on would lock them out.
 */
export const ETCD: Product = {
  name: "etcd",
  bookkeeping: [],
  causesByHand: [],
  provesNothing: true,
  runs: [{ level: "reversible" }, { level: "creations", allowed: ["UserAdd", "RoleAdd"] }],
  async start({ folder, cleanup }) {
    const version = await versionOf(cleanup, PACKAGE);
    const spec = join(folder, "rpc.swagger.json");
    const info = { title: "etcd", version };
    await writeFile(spec, JSON.stringify(protoDocument(await sourcesOf(cleanup, folder), info)));
    const url = `http://127.0.0.1:${await freePort(undefined, 22_379)}`;
    const peer = `http://127.0.0.1:${await freePort(undefined, 22_380)}`;
    const clients = [`--listen-client-urls=${url}`, `--advertise-client-urls=${url}`];
    const peers = [`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`];
    const args = [`--data-dir=${join(folder, "data")}`, ...clients, ...peers, `--initial-cluster=default=${peer}`];
    await startServer(cleanup, "etcd", args, { cwd: folder, ping: `${url}/health` });
    await seed(url);
    const origin = `Debian ${SOURCES}, the annotations of ${FILES[0]}`;
    return { version, origin, spec, url, key: undefined, rows: () => rowsOf(url) };
  },
};

async function versionOf(cleanup: Cleanup, name: string): Promise<string> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the syntax of dpkg-query.
  const args = ["--show", "--showformat=${Version}", name];
  const { stdout } = await runProgram(cleanup, "dpkg-query", args, { cwd: process.cwd() }).catch((error: Error) => {
    throw new UserError(`${error.message}\netcd is not installed: apt-get install ${PACKAGE}`);
  });
  return stdout.trim();
}

/** The definitions of the procedures, from the package that is only unpacked. */
async function sourcesOf(cleanup: Cleanup, folder: string): Promise<string[]> {
  await runProgram(cleanup, "apt-get", ["download", SOURCES], { cwd: folder }).catch((error: Error) => {
    throw new UserError(`${error.message}\nThe document of etcd is made from this package. Run apt-get update.`);
  });
  await runProgram(cleanup, "sh", ["-c", `dpkg-deb --extract ${SOURCES}_*.deb sources`], { cwd: folder });
  return Promise.all(FILES.map((file) => readFile(join(folder, "sources", FOLDER, file), "utf8")));
}

/** The characters of a name that a report shows of a long body: 120 without `{"name":"`. */
const SHOWN = 111;

const encoded = (text: string) => Buffer.from(text).toString("base64");

/** Users and roles of somebody, with a root user: everything is ready to switch authentication on. */
async function seed(url: string): Promise<void> {
  const send = (path: string, body: JsonObject) => sendJson(`${url}/v3/${path}`, { method: "POST", body });
  for (const name of ["root", "operators"]) await send("auth/role/add", { name });
  for (const name of ["root", "mina"]) await send("auth/user/add", { name, password: "five-golden-leaves" });
  await send("auth/user/grant", { user: "root", role: "root" });
  await send("auth/user/grant", { user: "mina", role: "operators" });
  for (const [key, value] of [
    ["config/limits", "50"],
    ["config/owner", "mina"],
  ] as const) {
    await send("kv/put", { key: encoded(key), value: encoded(value) });
  }
  await send("lease/grant", { TTL: "86400", ID: "7" });
}

/** Users, roles, keys, leases and members; and whether authentication is on, which each read of a key shows. */
async function rowsOf(url: string): Promise<Row[]> {
  const read = async (path: string, body: JsonObject = {}) =>
    asObject(await sendJson(`${url}/v3/${path}`, { method: "POST", body }));
  const all = { key: encoded("\0"), range_end: encoded("\0") };
  const isOff = await sendJson(`${url}/v3/kv/range`, { method: "POST", body: all }).then(
    () => true,
    () => false,
  );
  if (!isOff) return [rowOf("authentication", "auth", "on", {})];
  const [users, roles, pairs, leases, members, alarms] = await Promise.all([
    read("auth/user/list"),
    read("auth/role/list"),
    read("kv/range", all),
    read("lease/leases"),
    read("cluster/member/list"),
    read("maintenance/alarm", { action: "GET" }),
  ]);
  const named = (kind: string, noun: string, values: Json | undefined) =>
    asList(values).map((value) => rowOf(kind, noun, asText(value) ?? JSON.stringify(value), {}));
  return [
    ...named("users", "user", users.users),
    ...named("roles", "role", roles.roles),
    ...asList(pairs.kvs)
      .map(asObject)
      .map(({ key, value }) => rowOf("keys", "kv", String(key), { value: String(value) })),
    ...asList(leases.leases)
      .map(asObject)
      .map(({ ID }) => rowOf("leases", "lease", String(ID), {})),
    ...asList(members.members)
      .map(asObject)
      .map(({ ID, name }) => rowOf("members", "member", String(ID), { name: String(name) })),
    ...named("alarms", "alarm", alarms.alarms),
    rowOf("authentication", "auth", "off", {}),
  ];
}

function rowOf(kind: string, noun: string, key: string, content: Record<string, string>): Row {
  // A report shows odd characters as escapes, and the beginning of a long body: the text of the run at its begin identifies it.
  const names = [[key], ...(/^[a-z\d]{10}/.test(key) ? [[key.slice(0, 10)], [key.slice(0, SHOWN)]] : [])];
  return { kind, key, content, noun, names, removals: [] };
}
