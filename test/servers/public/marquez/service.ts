import { json, type Service } from "../../service.js";
import type { PublicSubject } from "../subject.js";
import type { Tables } from "../tables.js";
import { DATASET_HANDLERS } from "./datasets.js";
import { JOB_HANDLERS } from "./jobs.js";
import { NAME_HANDLERS } from "./names.js";
import { RUN_HANDLERS } from "./runs.js";
import { SEARCH_HANDLERS } from "./search.js";
import { seed } from "./seed.js";

const SERVICE: Service<Tables> = {
  file: "public/marquez/marquez.yaml",
  createState: seed,
  isAuthorized: () => true,
  reject: (code, message) => json(code, { code, message }),
  handlers: { ...NAME_HANDLERS, ...DATASET_HANDLERS, ...JOB_HANDLERS, ...RUN_HANDLERS, ...SEARCH_HANDLERS },
};

/** Marquez: resources that the client names, versions, runs with states, and no documented error. */
export const marquez: PublicSubject = { service: SERVICE, key: "this-server-needs-no-key", values: {}, settle: 50 };
