import { writeFile } from "node:fs/promises";
import { command, exitCodeOf } from "#cli/command.js";
import { commandLine } from "#cli/installation.js";
import { PUBLIC_SERVICES } from "../public/services.js";
import { AIM, measureReach, type Reach, reachesAim, type Share } from "./measure.js";
import { SERVICES_OF_REACH } from "./services.js";

const RESULTS = "test/servers/reach/RESULTS.md";

const reachCommand = command(
  {
    about: `Measures how much a run finds at services whose documents have no examples. Writes ${RESULTS}.`,
    usage: `${commandLine("reach")}\n${commandLine("reach -- FILE…")}`,
    options: [],
    takesOperands: true,
    notes: `With names of documents, such as marquez.yaml, it measures these and writes nothing.
Exit code: 0 no legal variant fails and the aim is reached at each service, 1 otherwise, 2 could not run.`,
  },
  async (_, files) => {
    const named = [...SERVICES_OF_REACH, ...PUBLIC_SERVICES].filter(({ file }) => files.includes(file));
    const measured: Reach[] = [];
    for (const service of files.length > 0 ? named : SERVICES_OF_REACH) {
      const reach = await measureReach(service);
      measured.push(reach);
      console.log(rowOf(reach));
    }
    if (files.length > 0) console.log(listsOf(measured));
    else await writeFile(RESULTS, textOf(measured));
    return measured.every(reachesAim) ? 0 : 1;
  },
);

function shown({ found, all }: Share): string {
  return `${found} of ${all} (${Math.round((100 * found) / all)} %)`;
}

function rowOf({ file, operations, succeeded, requests, one, two, legal, alarms }: Reach): string {
  const cells = [
    file,
    `${succeeded} of ${operations}`,
    requests,
    shown(one),
    shown(two),
    `${alarms.length} of ${legal}`,
  ];
  return `| ${cells.join(" | ")} |`;
}

function textOf(measured: readonly Reach[]): string {
  return `# Reach

Written by \`npm run reach\`, which verifies services without examples. The target file of \`orders\` allows two operations, and that of
\`stories\` one operation and a person to follow. A fault is found if a run has a failure or a warning that the service without
the fault does not have. The aim is ${100 * AIM.one} % of the faults that one
exchange shows, and ${100 * AIM.two} % of those that need two.

| service | operations with a success | requests | faults, one exchange | faults, two exchanges | false alarms |
| --- | --- | --- | --- | --- | --- |
${measured.map(rowOf).join("\n")}

${listsOf(measured)}
`;
}

function listsOf(measured: readonly Reach[]): string {
  return `## Missed

${measured.map(({ file, missed }) => `${file}:\n\n${missed.map((title) => `- ${title}`).join("\n")}`).join("\n\n")}

## False alarms

${measured.flatMap(({ alarms }) => alarms.map((alarm) => `- ${alarm}`)).join("\n") || "None."}`;
}

process.exitCode = await exitCodeOf(reachCommand(process.argv.slice(2)));
