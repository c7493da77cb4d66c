import { CONFUSION } from "./kinds/confusion.js";
import { ENTRIES } from "./kinds/entries.js";
import { GETS } from "./kinds/gets.js";
import { FOREIGN } from "./kinds/languages.js";
import { LINKS } from "./kinds/links.js";
import { NATURAL_KEYS } from "./kinds/natural-keys.js";
import { PARAMETERS } from "./kinds/parameters.js";
import { PATHS } from "./kinds/paths.js";
import { PROCEDURES } from "./kinds/procedures.js";
import { REACHING_OTHERS } from "./kinds/reaching-others.js";
import { REFERENCES } from "./kinds/references.js";
import { REMOTE_CALLS } from "./kinds/remote-calls.js";
import { REMOVAL } from "./kinds/removal.js";
import { SINGLETONS } from "./kinds/singletons.js";
import type { World } from "./world.js";

/** Every world: a kind of danger, with a server that has data of others. */
export const WORLDS: readonly World[] = [
  ...PROCEDURES,
  ...SINGLETONS,
  ...REMOTE_CALLS,
  ...REACHING_OTHERS,
  ...PARAMETERS,
  ...REFERENCES,
  ...NATURAL_KEYS,
  ...GETS,
  ...CONFUSION,
  ...REMOVAL,
  ...PATHS,
  ...FOREIGN,
  ...LINKS,
  ...ENTRIES,
];
