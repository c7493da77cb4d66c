import { numbersTo, seededTime, Tables } from "../tables.js";
import { addCollection } from "./collections.js";
import { addGuid } from "./guids.js";
import { addItem } from "./history.js";
import { addApiKey } from "./organizations.js";
import { keyIn } from "./rows.js";

const timeOf = (number: number) => Math.floor(seededTime(number) / 1000);

const NAMESPACES = ["de.eisenhof", "no.fjordlys", "com.nordkabel"];
const TYPES = ["ROUTING_COLLECTION", "LOGISTIC_COLLECTION", "LABELLED_COLLECTION"];
const EVENTS = ["CREATED", "STORED", "PACKAGED", "DISPATCHED", "RECEIVED"];

/** The data of a new server. */
export function seed(): Tables {
  const tables = new Tables();
  for (const [at, namespace] of NAMESPACES.entries()) {
    const role = at === 1 ? "HISTORY_CREATOR" : "ORGA_ADMIN";
    const name = namespace.slice(namespace.indexOf(".") + 1);
    tables.put("organization", namespace, { id: 101 + at, name, namespace, logoURL: `/logos/${101 + at}`, role });
    if (at !== 1) {
      tables.put("address", namespace, {
        ...{ companyName: name, firstname: "Ada", lastname: "Berg", street: `Kai ${at + 4}`, postCode: `2045${at}` },
        ...{ city: "Hamburg", countryCode: "DE", telephone: "+49 40 1234" },
      });
    }
    for (const number of numbersTo(3)) {
      const fields = { label: `Gateway ${number} of ${name}`, organizationId: namespace, secret: "seeded-secret" };
      addApiKey(tables, fields, timeOf(number));
    }
    const guids = numbersTo(7).map((number) => addGuid(tables, namespace, 14, timeOf(number)));
    for (const number of numbersTo(5)) {
      const fields = { organizationId: namespace, label: `Pallet ${number}`, type: TYPES[number % 3] ?? "" };
      const { id4n = "" } = addCollection(tables, fields, 12, timeOf(number));
      for (const guid of guids.slice(0, number)) {
        tables.put("element", keyIn(id4n, guid.id4n), { collection: id4n, guid: guid.id4n ?? "" });
      }
    }
    for (const [index, guid] of guids.entries()) {
      const { id4n = "" } = guid;
      if (index % 2) tables.put("alias", id4n, { id4n, aliases: { item: `I-${index}`, article: `A-${at}` } });
      for (const [place, type] of EVENTS.slice(0, 2 + (index % 4)).entries()) {
        const visibility = { public: place % 2 === 0, sharedOrganizationIds: [] };
        const additionalProperties = { "de.id4i.history.item.qualifier": place % 2 ? "inbound" : "outbound" };
        addItem(tables, guid, { organizationId: namespace, type, visibility, additionalProperties }, timeOf(place));
      }
    }
  }
  return tables;
}
