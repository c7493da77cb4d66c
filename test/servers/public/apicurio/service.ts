import type { Service } from "../../service.js";
import type { PublicSubject } from "../subject.js";
import type { Tables } from "../tables.js";
import { ARTIFACTS } from "./artifacts.js";
import { BRANCHES } from "./branches.js";
import { GROUPS, RULES } from "./groups.js";
import { COMMENTS, ROLES } from "./people.js";
import { rejected } from "./rows.js";
import { seed } from "./seed.js";
import { VERSIONS } from "./versions.js";

const SERVICE: Service<Tables> = {
  file: "public/apicurio/apicurio.yaml",
  createState: seed,
  isAuthorized: () => true,
  reject: rejected,
  handlers: { ...GROUPS, ...RULES, ...ARTIFACTS, ...VERSIONS, ...BRANCHES, ...COMMENTS, ...ROLES },
};

/** Apicurio Registry: names that clients give, versions with states, branches, confirmations without bodies. */
export const apicurio: PublicSubject = { service: SERVICE, key: "this-server-needs-no-key", values: {}, settle: 50 };
