import type { Fault } from "../../variations.js";
import { APPLICATION_FAULTS } from "./applications.js";
import { FAULTS_OF_ONE } from "./one.js";
import { OTHER_FAULTS } from "./others.js";

/** Each needs two exchanges, except for those of `FAULTS_OF_ONE` and one of the changes of applications. */
export const GOTIFY_FAULTS: Fault[] = [...APPLICATION_FAULTS, ...OTHER_FAULTS, ...FAULTS_OF_ONE];
