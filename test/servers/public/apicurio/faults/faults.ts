import type { Fault } from "../../variations.js";
import { ARTIFACT_FAULTS } from "./artifacts.js";
import { GROUP_FAULTS } from "./groups.js";
import { FAULTS_OF_ONE } from "./one.js";
import { VERSION_FAULTS } from "./versions.js";

/** Each needs two exchanges, except for those of `FAULTS_OF_ONE`. */
export const APICURIO_FAULTS: Fault[] = [...GROUP_FAULTS, ...ARTIFACT_FAULTS, ...VERSION_FAULTS, ...FAULTS_OF_ONE];
