import { without } from "../../../change.js";
import { type Fault, stillShowing } from "../../variations.js";
import {
  addingInstead,
  after,
  alsoBefore,
  deletingBefore,
  forgets,
  inData,
  keepingFields,
  listing,
  notListingNew,
  rowBefore,
  showing,
  storing,
  withAll,
} from "./variations.js";

const needsTwo = true;

const CREATES = "Create an application.";
const UPDATES = "Update an application.";
const DELETES = "#/paths/~1application~1{id}/delete";
const LISTS = "Return all applications.";
const PRIORITY = "The default priority of messages sent by this application. Defaults to 0.";
const DESCRIPTION = "The description of the application.";
const UPLOADS = "Upload an image for an application.";
const REMOVES = "Deletes an image of an application.";
const TOKEN = "Whether to regenerate the token.";

const create = ["createApp"];
const update = ["updateApplication"];

/** Faults of applications, which need two exchanges. */
export const APPLICATION_FAULTS: Fault[] = [
  { title: "forgets new applications", breaks: CREATES, needsTwo, respond: forgets("createApp") },
  {
    title: "stores applications without their descriptions",
    breaks: DESCRIPTION,
    needsTwo,
    respond: storing(create, "application", (row) => ({ ...row, description: "" })),
  },
  {
    title: "stores the default priority of new applications as 0",
    breaks: PRIORITY,
    needsTwo,
    respond: storing(create, "application", (row) => ({ ...row, defaultPriority: 0 })),
  },
  {
    title: "stores the names of new applications in capital letters",
    breaks: "The application name.",
    needsTwo,
    respond: storing(create, "application", (row) => ({ ...row, name: String(row.name).toUpperCase() })),
  },
  {
    title: "gives new applications the sort key of the application before",
    breaks: "The sortKey for the application.",
    needsTwo,
    respond: storing(create, "application", (row, { state }) => ({
      ...row,
      sortKey: rowBefore(state, "application", row.id)?.sortKey ?? "",
    })),
  },
  {
    title: "stores another token of applications than it shows",
    breaks: "The application token.",
    needsTwo,
    respond: storing(create, "application", (row) => ({ ...row, token: `${row.token}0` })),
  },
  {
    title: "gives the description of a new application to the application before",
    breaks: CREATES,
    needsTwo,
    respond: alsoBefore(create, "application", (row, { description = "" }) => ({ ...row, description })),
  },
  { title: "does not list new applications", breaks: LISTS, needsTwo, ...notListingNew("getApps", "application") },
  {
    title: "lists new applications twice",
    breaks: LISTS,
    needsTwo,
    respond: listing(["getApps"], (rows) => rows.flatMap((row) => (row.lastUsed ? [row] : [row, row]))),
  },
  { title: "forgets changes of applications", breaks: UPDATES, needsTwo, respond: forgets("updateApplication") },
  {
    title: "keeps the name of applications that are changed",
    breaks: UPDATES,
    needsTwo,
    respond: keepingFields("updateApplication", "application", "name"),
  },
  {
    title: "keeps the description of applications that are changed",
    breaks: DESCRIPTION,
    needsTwo,
    respond: keepingFields("updateApplication", "application", "description"),
  },
  {
    title: "keeps the default priority of applications that are changed",
    breaks: PRIORITY,
    needsTwo,
    respond: keepingFields("updateApplication", "application", "defaultPriority"),
  },
  {
    title: "keeps the sort key of applications that are changed",
    breaks: "The sortKey for the application.",
    needsTwo,
    respond: keepingFields("updateApplication", "application", "sortKey"),
  },
  {
    title: "swaps the name and the description of changed applications",
    breaks: UPDATES,
    needsTwo,
    respond: storing(update, "application", ({ name = "", description = "", ...row }) => ({
      ...row,
      ...{ name: description, description: name },
    })),
  },
  {
    title: "changes the application before as well",
    breaks: UPDATES,
    needsTwo,
    respond: alsoBefore(update, "application", (row, { name = "" }) => ({ ...row, name })),
  },
  {
    title: "gives the default priority of a changed application to all",
    breaks: PRIORITY,
    needsTwo,
    respond: withAll(update, "application", (row, { defaultPriority = 0 }) => ({ ...row, defaultPriority })),
  },
  {
    title: "creates another application instead of changing one",
    breaks: UPDATES,
    needsTwo,
    respond: addingInstead("updateApplication", "application"),
  },
  {
    title: "changes the moment of the creation with each change of an application",
    breaks: "The date the application was created.",
    needsTwo,
    respond: storing(update, "application", (row) => ({ ...row, createdAt: "2026-05-05T05:05:05.000Z" })),
  },
  {
    title: "removes the image of applications that are changed",
    breaks: "The image of the application.",
    needsTwo,
    respond: storing(update, "application", (row) => ({ ...row, image: "static/defaultapp.png" })),
  },
  { title: "deletes no application", breaks: DELETES, needsTwo, respond: forgets("deleteApp") },
  {
    title: "deletes the application before as well",
    breaks: DELETES,
    needsTwo,
    respond: deletingBefore("deleteApp", "application"),
  },
  {
    title: "still lists deleted applications",
    breaks: DELETES,
    needsTwo,
    respond: stillShowing("deleteApp", ["getApps"], "application"),
  },
  {
    title: "still changes deleted applications",
    breaks: DELETES,
    needsTwo,
    respond: stillShowing("deleteApp", ["updateApplication"], "application"),
  },
  {
    title: "still shows the messages of deleted applications as of an empty one",
    breaks: "Return all messages from a specific application.",
    needsTwo,
    respond: stillShowing("deleteApp", ["getAppMessages"], "application"),
  },
  { title: "forgets images", breaks: UPLOADS, needsTwo, respond: forgets("uploadAppImage") },
  {
    title: "gives a new image to the application before as well",
    breaks: UPLOADS,
    needsTwo,
    respond: alsoBefore(["uploadAppImage"], "application", (row, { image = "" }) => ({ ...row, image })),
  },
  { title: "removes no image", breaks: REMOVES, needsTwo, respond: forgets("removeAppImage") },
  {
    title: "removes the images of all applications",
    breaks: REMOVES,
    needsTwo,
    respond: withAll(["removeAppImage"], "application", (row, { image = "" }) => ({ ...row, image })),
  },
  {
    title: "keeps the token of applications whose token is regenerated",
    breaks: TOKEN,
    needsTwo,
    respond: forgets("updateAppSecurity"),
  },
  {
    title: "regenerates tokens although that is not wanted",
    breaks: TOKEN,
    needsTwo,
    respond: after(["updateAppSecurity"], ({ state, id, sent }) => {
      const row = state.find("application", id);
      if (row && sent.regenerateToken !== true) state.put("application", id, { ...row, token: `${row.token}1` });
    }),
  },
  {
    title: "regenerates the token of the application before as well",
    breaks: TOKEN,
    needsTwo,
    respond: alsoBefore(["updateAppSecurity"], "application", (row) => ({ ...row, token: `${row.token}1` })),
  },
  {
    title: "lists applications without their default priority once they were changed",
    breaks: PRIORITY,
    needsTwo,
    respond: storing(update, "application", (row) => without(row, "defaultPriority")),
  },
  {
    title: "shows the applications of the first list in each list",
    breaks: LISTS,
    needsTwo,
    respond: inData(["getApps"], (rows, { state }) => {
      const first = state.find("first list", "1") ?? state.put("first list", "1", { rows });
      return first.rows ?? rows;
    }),
  },
  {
    title: "shows changed applications with the name before",
    breaks: UPDATES,
    respond: showing(update, (row, { sent }) => ({ ...row, name: `${sent.name} (before)` })),
  },
];
