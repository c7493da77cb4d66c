import { numbersTo, seededTime, Tables } from "../tables.js";
import { ROLES } from "./parts.js";
import { addProject } from "./projects.js";
import { added, ME } from "./rows.js";
import { addRobot } from "./system.js";

const timeOf = (number: number) => new Date(seededTime(number)).toISOString();

const TEAMS = ["library", "payments", "ledger", "search", "mobile", "edge", "data", "design", "lab"];
const PEOPLE = ["amina", "bjarne", "chidi", "dagny"];
const COLORS = ["#0065AB", "#61717D", "#C92100"];

/** The data of a new server. */
export function seed(): Tables {
  const tables = new Tables();
  const users = [ME.name, ...PEOPLE].map((name) => added(tables, "user", { name }, timeOf(0)));
  const dn = "cn=builders,ou=groups,dc=example,dc=com";
  const group = added(tables, "group", { name: "builders", dn }, timeOf(0));
  const projects = TEAMS.map((name, at) => {
    const metadata = { public: String(at % 3 === 0), auto_scan: String(at % 2 === 0), severity: "high" };
    const repo_count = at % 4;
    const project = addProject(tables, { name, metadata, repo_count }, at % 2 ? 10_737_418_240 * at : -1, timeOf(at));
    const id = Number(project.id);
    const times = { creation_time: timeOf(at), update_time: timeOf(at) };
    const items = at % 2 ? [{ cve_id: `CVE-2025-10${at}64` }] : [];
    return tables.put("project", id, { ...project, cve_allowlist: { id: id + 5000, project_id: id, items, ...times } });
  });
  for (const [at, project] of projects.entries()) {
    const project_id = project.id ?? 0;
    for (const [index, user] of [...users, group].slice(0, 2 + (at % 5)).entries()) {
      const role_id = 1 + ((at + index) % 4);
      const entity = { entity_id: user.id ?? 0, entity_name: user.name ?? "", entity_type: user === group ? "g" : "u" };
      added(tables, "member", { project_id, ...entity, role_id, role_name: ROLES[role_id] ?? "" }, timeOf(at));
    }
    for (const number of numbersTo(at % 3)) {
      const target = { type: "http", address: `https://hooks.example.com/${at}/${number}`, skip_cert_verify: false };
      const events = ["PUSH_ARTIFACT", "DELETE_ARTIFACT", "SCANNING_COMPLETED"].slice(0, number + 1);
      const fields = { name: `hook-${at}-${number}`, description: `Hook ${number}`, enabled: number % 2 === 1 };
      const policy = { project_id, ...fields, targets: [target], event_types: events, creator: ME.name };
      added(tables, "policy", policy, timeOf(at + number));
    }
  }
  for (const number of numbersTo(13)) {
    const of = number % 2 ? { scope: "g", project_id: 0 } : { scope: "p", project_id: projects[number % 5]?.id ?? 0 };
    const fields = { name: `stage-${number}`, description: `Stage ${number}`, color: COLORS[number % 3] ?? "" };
    added(tables, "label", { ...fields, ...of }, timeOf(number));
    const duration = number % 3 ? 30 * number : -1;
    const expires_at = duration === -1 ? -1 : Math.floor(seededTime(number) / 1000) + duration * 86_400;
    const level = number % 2 ? "system" : "project";
    const access = [{ resource: "repository", action: number % 2 ? "pull" : "push" }];
    const permissions = [{ kind: level, namespace: level === "system" ? "/" : "library", access }];
    const robot = { name: `bot-${number}`, description: `Bot ${number}`, level, disable: number % 4 === 0 };
    addRobot(tables, { ...robot, duration, expires_at, permissions }, timeOf(number));
  }
  return tables;
}
