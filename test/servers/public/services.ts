import { rowsOf } from "../services.js";
import { APICURIO_FAULTS } from "./apicurio/faults/faults.js";
import { APICURIO_LEGAL } from "./apicurio/legal.js";
import { apicurio } from "./apicurio/service.js";
import { CALLFIRE_FAULTS } from "./callfire/faults/faults.js";
import { CALLFIRE_LEGAL } from "./callfire/legal.js";
import { callfire } from "./callfire/service.js";
import { GOTIFY_FAULTS } from "./gotify/faults/faults.js";
import { GOTIFY_LEGAL } from "./gotify/legal.js";
import { gotify } from "./gotify/service.js";
import { HARBOR_FAULTS } from "./harbor/faults/faults.js";
import { HARBOR_LEGAL } from "./harbor/legal.js";
import { harbor } from "./harbor/service.js";
import { ID4I_FAULTS } from "./id4i/faults/faults.js";
import { ID4I_LEGAL } from "./id4i/legal.js";
import { id4i } from "./id4i/service.js";
import { INTELLIFI_FAULTS } from "./intellifi/faults/faults.js";
import { INTELLIFI_LEGAL } from "./intellifi/legal.js";
import { intellifi } from "./intellifi/service.js";
import { INVENTREE_FAULTS } from "./inventree/faults/faults.js";
import { INVENTREE_LEGAL } from "./inventree/legal.js";
import { inventree } from "./inventree/service.js";
import { MARQUEZ_FAULTS } from "./marquez/faults/faults.js";
import { MARQUEZ_LEGAL } from "./marquez/legal.js";
import { marquez } from "./marquez/service.js";

/** Services of public documents that have faults too. Runs of Fatture in Cloud are too long for this table: `fatture.test.ts`. */
export const PUBLIC_SERVICES = await Promise.all([
  rowsOf(marquez, MARQUEZ_LEGAL, MARQUEZ_FAULTS),
  rowsOf(inventree, INVENTREE_LEGAL, INVENTREE_FAULTS),
  rowsOf(id4i, ID4I_LEGAL, ID4I_FAULTS),
  rowsOf(intellifi, INTELLIFI_LEGAL, INTELLIFI_FAULTS),
  rowsOf(harbor, HARBOR_LEGAL, HARBOR_FAULTS),
  rowsOf(apicurio, APICURIO_LEGAL, APICURIO_FAULTS),
  rowsOf(gotify, GOTIFY_LEGAL, GOTIFY_FAULTS),
  rowsOf(callfire, CALLFIRE_LEGAL, CALLFIRE_FAULTS),
]);
