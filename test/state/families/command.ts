import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadDocument } from "#openapi/load/load.js";
import { Lives } from "./life.js";
import { LISTED } from "./listed.js";

// Lives the families that a person found in public documents, and writes RESULTS.md:
// node --import tsx/esm test/state/families/command.ts FOLDER. The folder has copies of the documents that are not in this project.

const [folder = "."] = process.argv.slice(2);
const rows: string[] = [];
const broken: string[] = [];
let [found, living] = [0, 0];
for (const { name, file, families } of LISTED) {
  const spec = file.startsWith("test/") ? file : join(folder, file);
  if (!existsSync(spec)) throw new Error(`${spec} does not exist: copy the document there.`);
  const lives = new Lives(await loadDocument(spec));
  let own = 0;
  for (const key of families) {
    const life = await lives.of(key);
    if (life.broken === undefined && life.steps.length > 1) own += 1;
    else broken.push(`| ${name} | \`${key}\` | ${life.steps.join(", ") || "–"} | ${life.broken ?? "only created"} |`);
  }
  found += families.length;
  living += own;
  rows.push(`| ${name} | ${families.length} | ${own} |`);
  console.log(rows.at(-1));
}
const share = Math.round((100 * living) / found);
await writeFile(
  "test/state/families/RESULTS.md",
  `# Families that live

\`node --import tsx/esm test/state/families/command.ts FOLDER\` writes this page. \`listed.ts\` has the families that a person found in 15 public documents, before the command ran: resources that clients create, and read or list. A family lives if requests to a mock with state agree: it is created, read, listed, changed and deleted, as far as the document has operations for that.

${living} of ${found} live: ${share} %.

| document | found by a person | live |
| --- | --- | --- |
${rows.join("\n")}

## Those that do not

| document | family | steps that agree | why not further |
| --- | --- | --- | --- |
${broken.join("\n")}
`,
);
console.log(`${living} of ${found} live: ${share} %.`);
console.log(broken.join("\n"));
