import { asObject } from "#openapi/document/document.js";
import { without } from "../../../change.js";
import type { Fault } from "../../variations.js";
import { rowsWith } from "../rows.js";
import {
  after,
  deletingAll,
  forgets,
  keeping,
  keepingFields,
  listing,
  notListingNew,
  replacing,
  showing,
  stillShowing,
  textsIn,
  withAll,
} from "./variations.js";

const needsTwo = true;

const CREATES = "Creates a new version of the artifact by uploading new content.";
const UPDATES = "Updates the user-editable portion of the artifact version's metadata.";
const DELETES = "Deletes a single version of the artifact.";
const STATE = "Updates the state of an artifact version.";
const OF_VERSION = ["groupId", "artifactId", "version"];

/** Faults of versions, which need two exchanges. */
const OF_VERSIONS: Fault[] = [
  { title: "forgets new versions", breaks: CREATES, needsTwo, respond: forgets("createArtifactVersion") },
  {
    title: "stores versions without their descriptions",
    breaks: "#/components/schemas/CreateVersion/properties/description",
    needsTwo,
    respond: keeping(["createArtifactVersion"], "version", (row) => without(row, "description")),
  },
  {
    title: "does not list new versions",
    breaks: "Returns a list of all versions of the artifact.",
    needsTwo,
    ...notListingNew("listArtifactVersions", "version", "globalId"),
  },
  {
    title: "adds new versions to no branch",
    breaks: "#/components/schemas/CreateVersion/properties/branches",
    needsTwo,
    respond: after(["createArtifactVersion"], ({ state, before }) => {
      for (const { id = 0 } of state.rows("branch")) state.remove("branch", id);
      for (const row of before.rows("branch")) state.put("branch", String(row.id), row);
    }),
  },
  {
    title: "replaces a version that exists already",
    breaks: "The value can be any string unique to the artifact",
    needsTwo,
    respond: replacing("createArtifactVersion", "version"),
  },
  {
    title: "forgets changes of versions",
    breaks: UPDATES,
    needsTwo,
    respond: forgets("updateArtifactVersionMetaData"),
  },
  { title: "deletes no version", breaks: DELETES, needsTwo, respond: forgets("deleteArtifactVersion") },
  { title: "keeps the state of versions", breaks: STATE, needsTwo, respond: forgets("updateArtifactVersionState") },
  {
    title: "shows all versions as enabled",
    breaks: "#/components/schemas/VersionMetaData/properties/state",
    needsTwo,
    respond: showing(["getArtifactVersionMetaData"], (row) => ({ ...row, state: "ENABLED" })),
  },
  {
    title: "gives the state of a changed version to all versions of the artifact",
    breaks: STATE,
    needsTwo,
    respond: withAll("updateArtifactVersionState", "version", ["groupId", "artifactId"], "state"),
  },
];

const ADDS_COMMENT = "Adds a new comment to the artifact version.";
const UPDATES_COMMENT = "Updates the value of a single comment in an artifact version.";
const DELETES_COMMENT = "Deletes a single comment in an artifact version.";

/** Faults of comments on versions, which need two exchanges. */
const OF_COMMENTS: Fault[] = [
  { title: "forgets new comments", breaks: ADDS_COMMENT, needsTwo, respond: forgets("addArtifactVersionComment") },
  {
    title: "keeps the value of comments that are changed",
    breaks: UPDATES_COMMENT,
    needsTwo,
    respond: forgets("updateArtifactVersionComment"),
  },
  {
    title: "gives the value of a changed comment to all comments on the version",
    breaks: UPDATES_COMMENT,
    needsTwo,
    respond: withAll("updateArtifactVersionComment", "comment", OF_VERSION, "value"),
  },
  {
    title: "deletes no comment",
    breaks: DELETES_COMMENT,
    needsTwo,
    respond: forgets("deleteArtifactVersionComment"),
  },
  {
    title: "deletes all comments on the version with one",
    breaks: DELETES_COMMENT,
    needsTwo,
    respond: deletingAll("deleteArtifactVersionComment", "comment", ...OF_VERSION),
  },
];

/** Faults of branches, which need two exchanges. */
const OF_BRANCHES: Fault[] = [
  {
    title: "stores branches without their versions",
    breaks: "#/components/schemas/CreateBranch/properties/versions",
    needsTwo,
    respond: keeping(["createBranch"], "branch", (row) => ({ ...row, versions: [] })),
  },
  {
    title: "keeps the description of branches that are changed",
    breaks: "Updates the metadata of a branch.",
    needsTwo,
    respond: keepingFields("updateBranchMetaData", "branch", "description"),
  },
  {
    title: "still lists deleted branches",
    breaks: "Deletes a single branch in the artifact.",
    needsTwo,
    respond: stillShowing("deleteBranch", ["listBranches"], "branch"),
  },
  {
    title: "lists the versions of branches from the oldest to the latest",
    breaks: "Returns a list of version identifiers in the branch",
    needsTwo,
    respond: async (_, next, context) =>
      listing(["listBranchVersions"], (rows, { state, groupId, artifactId, branchId }) => {
        const [branch] = rowsWith(state, "branch", { groupId, artifactId, branchId });
        const order = textsIn(asObject(branch ?? {}).versions).reverse();
        return rows.toSorted(
          (left, right) => order.indexOf(String(left.version)) - order.indexOf(String(right.version)),
        );
      })(_, next, context),
  },
];

export const VERSION_FAULTS: Fault[] = [...OF_VERSIONS, ...OF_COMMENTS, ...OF_BRANCHES];
