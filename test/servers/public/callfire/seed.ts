import { numbersTo, seededTime, Tables } from "../tables.js";
import { EVENTS } from "./account.js";
import { added } from "./rows.js";

const FIRST = ["Amina", "Bjarne", "Chidi", "Dagny", "Emeka", "Frida", "Goran", "Hana"];
const LAST = ["Okafor", "Lind", "Moreau", "Tanaka", "Silva"];
const LISTS = ["Volunteers", "Customers of the north", "Customers of the south", "Newsletter", "Tenants", "Parents"];
const SOURCES = ["Api V2", "Uploaded in May", "Opted out by text"];

const phone = (number: number) => `1213200${String(1000 + number)}`;

/** The data of a new server. */
export function seed(): Tables {
  const tables = new Tables();
  const ids = numbersTo(23).map((number) => {
    const names = {
      firstName: FIRST[number % 8] ?? "",
      lastName: LAST[number % 5] ?? "",
      zipcode: `9040${number % 7}`,
    };
    const properties = { team: number % 2 ? "red" : "blue" };
    const phones = number % 3 ? { homePhone: phone(number) } : { mobilePhone: phone(number), workPhone: phone(500) };
    return added(tables, "contact", { ...names, ...phones, properties, deleted: false }).id ?? 0;
  });
  for (const [at, name] of LISTS.entries()) {
    const contactIds = ids.slice(at * 2, at * 4 + 1);
    added(tables, "list", { name, status: "ACTIVE", created: seededTime(at), contactIds });
  }
  for (const number of numbersTo(17)) {
    const flags = { call: number % 2 === 0, text: number % 3 !== 0, inboundCall: number % 4 === 0, inboundText: false };
    const source = SOURCES[number % 3] ?? "";
    const dnc = { number: phone(number * 300), ...flags, source, created: seededTime(number) };
    tables.put("dnc", dnc.number, number % 2 ? { ...dnc, campaignId: 700 + (number % 4) } : dnc);
  }
  for (const number of numbersTo(5)) {
    const secret = { username: `user${number}`, password: `secret${number}` };
    added(tables, "credential", { name: `Office ${number}`, enabled: number % 2 === 1, ...secret });
  }
  for (const [at, [resource, events]] of Object.entries(EVENTS).entries()) {
    const fields = { name: `On ${resource}`, callback: `https://hooks.example.com/${at}`, enabled: at % 3 !== 0 };
    const times = { createdAt: seededTime(at), updatedAt: seededTime(at + 1) };
    added(tables, "webhook", { ...fields, resource, events: [...events], singleUse: false, ...times });
  }
  for (const number of numbersTo(8)) {
    const texts = { match: `word${number}`, message: `Thank you for your text, part ${number}.` };
    added(tables, "reply", { number: phone(number % 4), ...texts });
  }
  return tables;
}
