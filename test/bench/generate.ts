import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { generatedDocument } from "./generated-document.js";
import { interleaved, type Row, ratios, row } from "./harness.js";
import { expectCode, PROJECT, peer, runNode, WORK } from "./processes.js";

/** The path of a command of our dependencies. */
function ownBin(name: string, bin: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), bin);
}

/** Compares `generate` with other generators. Each is a process that reads a document and writes its files. */
export async function generate(): Promise<Row[]> {
  return [
    ...(await generatorsOn("this contract", join(PROJECT, "openapi/openapi.yaml"), PROJECT, 7)),
    ...(await generatorsOn("1,000 operations", await largeProject(), join(WORK, "large"), 7, false)),
  ];
}

/** Writes a large contract at the path that `generate` reads. */
async function largeProject(): Promise<string> {
  const file = join(WORK, "large/openapi/openapi.yaml");
  await mkdir(dirname(file), { recursive: true });
  // JSON is YAML.
  await writeFile(file, JSON.stringify(generatedDocument(1000)));
  return file;
}

async function generatorsOn(
  what: string,
  document: string,
  project: string,
  rounds: number,
  others = true,
): Promise<Row[]> {
  const output = join(WORK, "output");
  await mkdir(output, { recursive: true });
  const running = (name: string, args: readonly string[], cwd = output) => {
    return async () => expectCode(await runNode(args, { cwd }), name).time;
  };
  const clientGenerators = {
    "hey-api": running("hey-api", [
      peer("@hey-api/openapi-ts/bin/run.js"),
      "--input",
      document,
      "--output",
      join(output, "hey-api"),
      "--no-log-file",
    ]),
    orval: running("orval", [
      peer("orval/dist/bin/orval.js"),
      "--input",
      document,
      "--output",
      join(output, "orval.ts"),
    ]),
  };
  const times = await interleaved<string>(
    {
      // --check does the same work, but compares in place of writing. For the large contract, the files differ.
      generate: async () =>
        expectCode(
          await runNode([join(PROJECT, "scripts/compiled.js"), "scripts/generate.ts", "--check"], { cwd: project }),
          "generate",
          [0, 1],
        ).time,
      "openapi-typescript": running("openapi-typescript", [
        ownBin("openapi-typescript", "bin/cli.js"),
        document,
        "--output",
        join(output, "schema.ts"),
      ]),
      ...(others ? clientGenerators : {}),
    },
    "ms",
    rounds,
    others ? 1 : 0,
  );
  const against: Record<string, string> = {
    "openapi-typescript": "openapi-typescript alone (types)",
    "hey-api": "hey-api (types and client)",
    orval: "orval (types and client)",
  };
  const { generate: own } = times;
  return Object.entries(against).flatMap(([name, title]) => {
    const other = times[name];
    if (!own || !other) return [];
    return row({
      what: `\`generate\` of ${what}: types, client and document`,
      against: title,
      ratios: ratios(own, other),
      ...(name === "openapi-typescript" ? { atMost: 1.2 } : {}),
      figures: [own, other],
    });
  });
}
