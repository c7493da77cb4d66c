import { A3 } from "./A3.js";
import { A3_OTHER_TEAM } from "./A3-other-team.js";
import { G2 } from "./G2.js";
import { G3 } from "./G3.js";
import { I1 } from "./I1.js";
import { I3 } from "./I3.js";
import { L4 } from "./L4.js";
import { R2 } from "./R2.js";
import type { Rule } from "./rule.js";
import { U11 } from "./U11.js";
import { V6 } from "./V6.js";
import { V7 } from "./V7.js";
import { V8 } from "./V8.js";
import { V9 } from "./V9.js";

/** Every rule: what no document can state, one promise of the reference a file, named by it. */
export const RULES: readonly Rule[] = [G2, G3, V6, V7, V8, V9, A3, A3_OTHER_TEAM, L4, R2, I1, I3, U11];
