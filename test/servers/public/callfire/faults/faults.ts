import type { Fault } from "../../variations.js";
import { ACCOUNT_FAULTS } from "./account.js";
import { CONTACT_FAULTS } from "./contacts.js";
import { FAULTS_OF_ONE } from "./one.js";

/** Each needs two exchanges, except for those of `FAULTS_OF_ONE`. */
export const CALLFIRE_FAULTS: Fault[] = [...CONTACT_FAULTS, ...ACCOUNT_FAULTS, ...FAULTS_OF_ONE];
