import type { Service } from "../../service.js";
import type { PublicSubject } from "../subject.js";
import type { Tables } from "../tables.js";
import { ADMIN } from "./admin.js";
import { DAGS } from "./dags.js";
import { airflowError } from "./requests.js";
import { seed } from "./seed.js";
import { SETTINGS } from "./settings.js";

const SERVICE: Service<Tables> = {
  file: "public/airflow/airflow.yaml",
  createState: seed,
  // The document demands no credentials: `security: []`.
  isAuthorized: () => true,
  reject: airflowError,
  handlers: { ...ADMIN, ...DAGS, ...SETTINGS },
};

/** Apache Airflow: wrapped lists with offsets, masks of changed fields, actions, names as identifiers. */
export const airflow: PublicSubject = { service: SERVICE, key: "unused", values: {}, settle: 50 };
