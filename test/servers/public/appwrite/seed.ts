import type { JsonObject } from "#openapi/document/document.js";
import { numbersTo, seededTime, Tables } from "../tables.js";
import { newUser } from "./people.js";
import { seededId } from "./requests.js";
import { fileOf } from "./storage.js";

const timeOf = (number: number) => seededTime(number) / 1000;
const OPEN = { read: ["*"], write: ["team:editors"] };

const BROWSER = {
  ...{ clientType: "browser", clientCode: "FF", clientName: "Firefox", clientVersion: "118", clientEngine: "Gecko" },
  ...{ clientEngineVersion: "118", countryCode: "CH", countryName: "Switzerland", deviceBrand: "", deviceModel: "" },
  ...{ deviceName: "desktop", ip: "192.0.2.7", osCode: "LIN", osName: "GNU/Linux", osVersion: "" },
};

function session(number: number): JsonObject {
  const account = { provider: "email", providerToken: "", providerUid: `member-${number}@example.com` };
  const ids = { $id: seededId("session", number), userId: seededId("user", number) };
  return { ...ids, ...account, ...BROWSER, current: false, expire: timeOf(400) };
}

function membership(number: number): JsonObject {
  const team = 1 + (number % 3);
  const ids = { $id: seededId("membership", number), userId: seededId("user", number), teamId: seededId("team", team) };
  const names = { name: `Member ${number}`, email: `member-${number}@example.com`, roles: ["editor"] };
  return { ...ids, ...names, invited: timeOf(number), joined: timeOf(number + 1), confirm: true };
}

function rule(collection: number, key: string): JsonObject {
  const place = { $id: seededId(`rule-${key}`, collection), $collection: seededId("collection", collection) };
  return { ...place, array: false, default: "", key, label: key, list: [], required: false, type: "text" };
}

function collection(number: number): JsonObject {
  const times = { dateCreated: timeOf(number), dateUpdated: timeOf(number + 1) };
  const rules = ["title", "text"].map((key) => rule(number, key));
  return { $id: seededId("collection", number), $permissions: OPEN, ...times, name: `Shelf ${number}`, rules };
}

function document(number: number): JsonObject {
  const ids = { $id: seededId("document", number), $collection: seededId("collection", 1 + (number % 3)) };
  return { ...ids, $permissions: OPEN, title: `Entry ${number}`, text: `The text of entry ${number}.` };
}

/** The data of a new server. */
export function seed(): Tables {
  const tables = new Tables();
  const put = (table: string, rows: JsonObject[]) => {
    for (const row of rows) tables.put(table, String(row.$id), row);
  };
  put(
    "user",
    numbersTo(7).map((number) =>
      newUser(
        seededId("user", number),
        { email: `member-${number}@example.com`, name: `Member ${number}` },
        timeOf(number),
      ),
    ),
  );
  put(
    "team",
    numbersTo(4).map((number) => ({
      $id: seededId("team", number),
      name: `Team ${number}`,
      dateCreated: timeOf(number),
    })),
  );
  put("membership", numbersTo(6).map(membership));
  put("session", numbersTo(4).map(session));
  put("collection", numbersTo(4).map(collection));
  put("document", numbersTo(11).map(document));
  put(
    "file",
    numbersTo(4).map((number) => {
      const file = { name: `note-${number}.txt`, mimeType: "text/plain", content: `Note ${number}\n` };
      return fileOf(seededId("file", number), file, OPEN, timeOf(number));
    }),
  );
  return tables;
}
