import { numbersTo, seededTime, Tables } from "../tables.js";
import { addToBranch } from "./branches.js";
import { added } from "./rows.js";

const timeOf = (number: number) => new Date(seededTime(number)).toISOString();

const TEAMS = ["billing", "catalog", "delivery", "fleet", "identity", "ledger", "search"];
const NOUNS = ["order", "invoice", "parcel", "driver", "session"];
const TYPES = ["AVRO", "JSON", "PROTOBUF", "OPENAPI", "ASYNCAPI"];
const PEOPLE = ["amina", "bjarne", "chidi", "dagny", "emeka", "frida", "goran", "hana", "ivo"];
const STATES = ["ENABLED", "DEPRECATED", "ENABLED"];

/** Adds the versions of an artifact, with their branches and comments. */
function addVersions(tables: Tables, names: { groupId: string; artifactId: string }, type: string, first: number) {
  for (const number of numbersTo(2 + (first % 3))) {
    const version = `1.${number}.0`;
    const fields = { version, name: `Release ${number}`, description: `Release ${number} of ${names.artifactId}` };
    const numbers = { globalId: tables.nextNumber(), contentId: tables.nextNumber() };
    const state = STATES[number % 3] ?? "ENABLED";
    const labels = { stage: number % 2 ? "test" : "live" };
    added(
      tables,
      "version",
      { ...names, ...fields, ...numbers, artifactType: type, state, labels },
      timeOf(first + number),
    );
    addToBranch(tables, names, "latest", version);
    if (number % 2 === 0) addToBranch(tables, names, "stable", version);
    for (const at of numbersTo(number % 3)) {
      const comment = { value: `Remark ${at} on release ${number}`, commentId: String(tables.nextNumber()) };
      added(tables, "comment", { ...names, version, ...comment, owner: PEOPLE[at] ?? "" }, timeOf(first + number + at));
    }
  }
}

/** The data of a new server. */
export function seed(): Tables {
  const tables = new Tables();
  for (const [at, groupId] of TEAMS.entries()) {
    const labels = { tier: at % 2 ? "gold" : "silver" };
    added(
      tables,
      "group",
      { groupId, description: `Schemas of ${groupId}`, labels, owner: PEOPLE[at] ?? "" },
      timeOf(at),
    );
    for (const ruleType of ["VALIDITY", "INTEGRITY"].slice(0, at % 3)) {
      added(tables, "rule", { groupId, ruleType, config: ruleType === "VALIDITY" ? "FULL" : "ALL_REFS_MAPPED" });
    }
    for (const [index, noun] of NOUNS.entries()) {
      const names = { groupId, artifactId: `${groupId}-${noun}` };
      const type = TYPES[(at + index) % 5] ?? "JSON";
      const texts = { name: `${noun} of ${groupId}`, description: `Each ${noun} that ${groupId} sends` };
      const fields = { artifactType: type, labels: { ...labels, noun }, owner: PEOPLE[index] ?? "" };
      added(tables, "artifact", { ...names, ...texts, ...fields }, timeOf(10 - index + at));
      addVersions(tables, names, type, at + index);
    }
  }
  for (const [at, principalId] of PEOPLE.entries()) {
    const role = ["READ_ONLY", "DEVELOPER", "ADMIN"][at % 3] ?? "";
    added(tables, "role", { principalId, role, principalName: `Account of ${principalId}` }, timeOf(at));
  }
  return tables;
}
