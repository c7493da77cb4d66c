/** Operations of a document without a success, or tables with rows that a run leaves over, for one reason. */
export interface Missed {
  reason: string;
  names: readonly string[];
}

/** What runs do not reach, by the title of the row. */
export interface Misses {
  /** No run can send these without a value of the team, or without a change of what others own. */
  rightly: readonly Missed[];
  /** A run could. An entry has to go as soon as verify reaches it. */
  known: readonly Missed[];
  /** Tables with rows that the run leaves over. */
  left: readonly Missed[];
}

const STRIPE: Misses = {
  rightly: [],
  known: [
    { reason: "the value list of an item accepts some texts only", names: ["PostRadarValueListItems"] },
    {
      reason: "nothing was created that they could retrieve, change or delete",
      names: ["GetRadarValueListItemsItem", "DeleteRadarValueListItemsItem"],
    },
  ],
  left: [
    { reason: "the document has no deletion", names: ["price", "shipping_rate", "tax_rate"] },
    { reason: "a product with a price cannot be deleted", names: ["product"] },
  ],
};

const SYNC: Misses = { rightly: [], known: [], left: [] };

const DAGS: Missed = { reason: "DAGs cannot be created", names: ["patch_dag", "patch_dags", "delete_dag"] };

const AIRFLOW: Misses = {
  rightly: [
    DAGS,
    {
      // Deleting the run afterwards does not undo that.
      reason: "a run of a listed DAG does the work of the team",
      names: ["post_dag_run", "delete_dag_run", "update_dag_run_state", "set_dag_run_note"],
    },
  ],
  known: [],
  left: [],
};

const APPWRITE: Misses = {
  rightly: [
    { reason: "the secret is in an email", names: ["teamsUpdateMembershipStatus"] },
    { reason: "sessions cannot be created", names: ["usersDeleteSession"] },
  ],
  known: [],
  left: [
    { reason: "the first membership of an email address creates a user, which no response says", names: ["user"] },
  ],
};

const NEWSLETTERS: Missed = {
  reason: "newsletters cannot be created",
  names: ["updateNewsletterByID", "updateNewsletterSettingsByID"],
};

const VESTORLY: Misses = {
  rightly: [{ reason: "a password is needed", names: ["login", "logout"] }, NEWSLETTERS],
  known: [],
  left: [
    { reason: "the document has no deletion", names: ["member", "post", "source"] },
    { reason: "a copy is not taken as something that the run created", names: ["custom_feed"] },
    { reason: "values that the document allows make default groups, which cannot be deleted", names: ["group"] },
  ],
};

const GITEA: readonly Missed[] = [{ reason: "no label of an issue is known", names: ["issueRemoveLabel"] }];

/** By the title of the row. */
export const MISSES: Record<string, Misses> = {
  stripe: STRIPE,
  sync: SYNC,
  airflow: AIRFLOW,
  "airflow with a given DAG": {
    rightly: [DAGS],
    known: [],
    left: [{ reason: "nothing shows that the run created what it sent an empty body for", names: ["runs"] }],
  },
  appwrite: APPWRITE,
  vestorly: VESTORLY,
  "vestorly with a login": {
    rightly: [NEWSLETTERS, { reason: "a session is not taken as something to end", names: ["logout"] }],
    known: [],
    left: [...VESTORLY.left, { reason: "a session is not taken as something to end", names: ["session"] }],
  },
  gitea: { rightly: [], known: GITEA, left: [] },
  "gitea in a given repository": { rightly: [], known: GITEA, left: [] },
};
