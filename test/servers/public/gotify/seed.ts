import { numbersTo, seededTime, Tables } from "../tables.js";
import { expiring } from "./clients.js";
import { added, ME, tokenOf } from "./rows.js";

/** The token of the client of the key. */
export const TOKEN = "CtEaPotLantern";

const timeOf = (number: number) => new Date(seededTime(number)).toISOString();

const APPLICATIONS = ["Backup", "Doorbell", "Builds", "Weather", "Disk watch", "Echo"];
const USERS = ["amina", "bjarne", "chidi", "dagny"];

/** The data of a new server. */
export function seed(): Tables {
  const tables = new Tables();
  tables.put("user", ME, { id: ME, name: "admin", admin: true, pass: "lantern", createdAt: timeOf(0) });
  for (const [at, name] of USERS.entries()) {
    added(tables, "user", { name, admin: at === 1, pass: `${name}-1`, createdAt: timeOf(at) });
  }
  const session = { createdAt: timeOf(0), lastUsed: timeOf(40), elevatedUntil: "2999-01-01T00:00:00.000Z" };
  added(tables, "client", { name: "Terminal", token: TOKEN, expiresAfterInactivitySeconds: 0, ...session });
  for (const number of numbersTo(5)) {
    const expiresAfterInactivitySeconds = number % 2 ? 0 : 86_400_000 * number;
    const fields = { name: `Phone ${number}`, token: tokenOf(tables, "C"), expiresAfterInactivitySeconds };
    added(tables, "client", expiring({ ...fields, createdAt: timeOf(number) }));
  }
  const applications = APPLICATIONS.map((name, at) => {
    const fields = { name, description: `${name} of the house`, defaultPriority: at % 3, sortKey: `a${at}` };
    const image = at % 2 ? `image/app-${at}.png` : "static/defaultapp.png";
    const internal = name === "Echo";
    const times = { createdAt: timeOf(at), lastUsed: timeOf(at + 20) };
    return added(tables, "application", { ...fields, internal, image, ...times, token: tokenOf(tables, "A") });
  });
  for (const number of numbersTo(24)) {
    const application = applications[number % 5];
    const fields = { title: `Report ${number}`, message: `Number ${number} is done.`, priority: number % 8 };
    const extras = number % 4 ? {} : { extras: { "home::lamp::on": { brightness: number } } };
    added(tables, "message", { appid: application?.id ?? 0, ...fields, ...extras, date: timeOf(number) });
  }
  for (const [at, name] of ["Echo", "RSS poller", "Calendar"].entries()) {
    const modulePath = `github.com/gotify/plugin/${name.toLowerCase().replace(" ", "-")}`;
    const about = { author: "jmattheis", license: "MIT", website: "gotify.net", createdAt: timeOf(at) };
    const fields = { name, modulePath, enabled: at !== 1, capabilities: ["configurer", "displayer"] };
    added(tables, "plugin", { ...fields, ...about, token: tokenOf(tables, "P"), config: `interval: ${at + 5}\n` });
  }
  return tables;
}
