import type { Level } from "./ownership/worlds/levels.js";
import { runWorld, violationLines } from "./ownership/worlds/run-world.js";
import { WORLDS } from "./ownership/worlds/worlds.js";

const level = (process.env.LEVEL ?? "reversible") as Level;
const only = process.env.WORLD;
const explore = process.env.EXPLORE ? { requests: Number(process.env.EXPLORE) } : undefined;
const seed = Number(process.env.SEED ?? 1);
let u = 0,
  v = 0,
  b = 0,
  n = 0;
for (const world of WORLDS) {
  if (only && !world.name.includes(only)) continue;
  const t = Date.now();
  const run = await runWorld(world, seed, level, explore);
  u += run.unsafe.length;
  v += run.violations.length;
  b += run.beyond.length;
  n += run.unnamed.length;
  console.log(
    `${world.name}: unsafe ${run.unsafe.length} own ${run.unsafe.filter((r) => r.changedOwn || r.created.length).length} viol ${run.violations.length} beyond ${run.beyond.length} unnamed ${run.unnamed.length} secret ${run.secret.length} diff ${run.differences.length} defects ${run.defects.length} ${Date.now() - t}ms`,
  );
  if (process.env.LINES) for (const l of violationLines([run])) console.log("   " + l);
  for (const d of run.defects) console.log("DEFECT " + d.slice(0, 300));
}
console.log({ worlds: WORLDS.length, u, v, b, n });
