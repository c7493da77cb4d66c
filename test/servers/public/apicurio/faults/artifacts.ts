import { asObject, type Json } from "#openapi/document/document.js";
import { without } from "../../../change.js";
import { type Fault, reading } from "../../variations.js";
import { rowsWith } from "../rows.js";
import {
  after,
  forgets,
  ignoringDryRun,
  inData,
  keeping,
  listing,
  notListingNew,
  replacing,
  stillShowing,
  withAll,
} from "./variations.js";

const needsTwo = true;

const CREATES = "Creates a new artifact.";
const UPDATES = "Updates the editable parts of the artifact's metadata.";
const DELETES = "Deletes an artifact completely";
const DRY = "When set to `true`, the operation will not result in any changes.";

/** Faults of artifacts, which need two exchanges. */
export const ARTIFACT_FAULTS: Fault[] = [
  { title: "forgets new artifacts", breaks: CREATES, needsTwo, respond: forgets("createArtifact") },
  {
    title: "stores artifacts without their names",
    breaks: "#/components/schemas/CreateArtifact/properties/name",
    needsTwo,
    respond: keeping(["createArtifact"], "artifact", (row) => without(row, "name")),
  },
  {
    title: "adds new artifacts to the first group",
    breaks: "Manage the collection of artifacts within a single group in the registry.",
    needsTwo,
    respond: keeping(["createArtifact"], "artifact", (row, { state }) => ({
      ...row,
      groupId: state.rows("group")[0]?.groupId ?? "",
    })),
  },
  {
    title: "does not find new artifacts",
    breaks: "Returns a paginated list of all artifacts that match the provided filter",
    needsTwo,
    ...notListingNew("searchArtifacts", "artifact", "artifactId"),
  },
  {
    title: "stores no first versions",
    breaks: "#/components/schemas/CreateArtifact/properties/firstVersion",
    needsTwo,
    respond: after(["createArtifact"], ({ state, before }) => {
      for (const { id = 0 } of state.rows("version")) if (!before.find("version", id)) state.remove("version", id);
    }),
  },
  { title: "creates artifacts in dry runs", breaks: DRY, needsTwo, respond: ignoringDryRun("createArtifact") },
  {
    title: "replaces an artifact that exists already",
    breaks: "An artifact with the provided ID already exists (HTTP error `409`)",
    needsTwo,
    respond: replacing("createArtifact", "artifact"),
  },
  { title: "forgets changes of artifacts", breaks: UPDATES, needsTwo, respond: forgets("updateArtifactMetaData") },
  {
    title: "empties the description of artifacts that are changed without it",
    breaks: "Note that only the properties included will be updated.",
    needsTwo,
    respond: keeping(["updateArtifactMetaData"], "artifact", (row, { sent }) =>
      sent.description === undefined ? without(row, "description") : row,
    ),
  },
  {
    title: "gives the name of a changed artifact to all artifacts of its group",
    breaks: UPDATES,
    needsTwo,
    respond: withAll("updateArtifactMetaData", "artifact", ["groupId"], "name"),
  },
  { title: "deletes no artifact", breaks: DELETES, needsTwo, respond: forgets("deleteArtifact") },
  {
    title: "still finds deleted artifacts",
    breaks: DELETES,
    needsTwo,
    respond: stillShowing("deleteArtifact", ["searchArtifacts"], "artifact"),
  },
  {
    title: "shows the versions of deleted artifacts",
    breaks: "resulting in all versions of the artifact also being",
    needsTwo,
    respond: stillShowing("deleteArtifact", ["getArtifactVersionMetaData"], "artifact", "version"),
  },
  {
    title: "deletes the first artifact only when all are to be deleted",
    breaks: "Deletes all of the artifacts that exist in a given group.",
    needsTwo,
    respond: after(["deleteArtifactsInGroup"], ({ state, before, groupId }) => {
      for (const row of rowsWith(before, "artifact", { groupId }).slice(1)) state.put("artifact", String(row.id), row);
    }),
  },
  {
    title: "shows artifacts as they were when they were first read",
    breaks: "Gets the metadata for an artifact in the registry",
    needsTwo,
    respond: inData(["getArtifactMetaData"], (shown: Json, { state, groupId, artifactId }) => {
      const key = JSON.stringify([groupId, artifactId]);
      return state.find("artifact read", key) ?? state.put("artifact read", key, asObject(shown));
    }),
  },
  {
    title: "sends the first page of artifacts for each page",
    breaks: "The number of artifacts to skip before starting to collect the result set.",
    needsTwo,
    respond: reading(["searchArtifacts"], ["offset"], () => "0"),
  },
  {
    title: "omits an artifact between two pages",
    breaks: "The number of artifacts to skip before starting the result set.",
    needsTwo,
    respond: async (request, next, context) => {
      const isLater = Number(request.query.get("offset") ?? 0) > 0;
      return isLater ? listing(["listArtifactsInGroup"], (rows) => rows.slice(1))(request, next, context) : next();
    },
  },
];
