import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { generatedDocument } from "./generated-document.js";
import { interleaved, type Row, ratios, row } from "./harness.js";
import { expectCode, PROJECT, peer, runNode, TSX, WORK } from "./processes.js";

/** The command of a package of the project, by the file of its `bin`. */
function ownBin(name: string, bin: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), bin);
}

/** `generate` beside other generators, each as a process that reads a document and writes its files. */
export async function generate(): Promise<Row[]> {
  return [
    ...(await generatorsOn("this contract", join(PROJECT, "openapi/openapi.yaml"), PROJECT, 7)),
    ...(await generatorsOn("1,000 operations", await largeProject(), join(WORK, "large"), 7, false)),
  ];
}

/** A folder with a large contract where `generate` looks for it. */
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
  const made = join(WORK, "made");
  await mkdir(made, { recursive: true });
  const running = (name: string, args: readonly string[], cwd = made) => {
    return async () => expectCode(await runNode(args, { cwd }), name).time;
  };
  const further = {
    "hey-api": running("hey-api", [
      peer("@hey-api/openapi-ts/bin/run.js"),
      "--input",
      document,
      "--output",
      join(made, "hey-api"),
      "--no-log-file",
    ]),
    orval: running("orval", [peer("orval/dist/bin/orval.js"), "--input", document, "--output", join(made, "orval.ts")]),
  };
  const times = await interleaved<string>(
    {
      // --check does all the work and compares, so that nothing in the project is written; in the large one it differs.
      generate: async () =>
        expectCode(
          await runNode(["--import", TSX, join(PROJECT, "scripts/generate.ts"), "--check"], { cwd: project }),
          "generate",
          [0, 1],
        ).time,
      "openapi-typescript": running("openapi-typescript", [
        ownBin("openapi-typescript", "bin/cli.js"),
        document,
        "--output",
        join(made, "schema.ts"),
      ]),
      ...(others ? further : {}),
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
      ...(name === "openapi-typescript" ? { atMost: 1.3 } : {}),
      figures: [own, other],
    });
  });
}
