import type { Fault } from "../../variations.js";
import { CRASH, crashesFor } from "./variations.js";

/** Requests that are read, accepted or answered against the document. One exchange shows each. */
export const REQUEST_FAULTS: Fault[] = [
  {
    title: "accepts requests without a key",
    breaks: "#/paths/~1api~1v1~1organizations/post/security",
    ignores: ({ kind }) => kind === "credentials",
  },
  {
    title: "accepts labels of API keys that are too short",
    breaks: "#/components/schemas/ApiKeyCreationRequest/properties/label/minLength",
    ignores: ({ operation, place }) => operation === "createNewApiKey" && place === "/label",
  },
  {
    title: "accepts API keys without a secret",
    breaks: "#/components/schemas/ApiKeyCreationRequest/required",
    ignores: ({ operation, keyword }) => operation === "createNewApiKey" && keyword === "required",
  },
  {
    title: "accepts unknown types of collections",
    breaks: "#/components/schemas/CreateCollectionRequest/properties/type/enum",
    ignores: ({ operation, place }) => operation === "createCollection" && place === "/type",
  },
  {
    title: "accepts lengths of GUIDs above the maximum",
    breaks: "#/components/schemas/CreateGuidRequest/properties/length/maximum",
    ignores: ({ operation, place, keyword }) =>
      operation === "createGuid" && place === "/length" && keyword === "maximum",
  },
  {
    title: "accepts unknown types of items of the history",
    breaks: "#/components/schemas/HistoryItem/properties/type/enum",
    ignores: ({ operation, place }) => operation === "addItem" && place === "/type",
  },
  {
    title: "accepts post codes that are too short",
    breaks: "#/components/schemas/OrganizationAddress/properties/postCode/minLength",
    ignores: ({ place, keyword }) => place === "/postCode" && keyword === "minLength",
  },
  {
    title: "accepts texts as the limit of collections",
    breaks: "The maximum count of returned elements",
    ignores: ({ operation, place }) => operation === "getAllCollectionsOfOrganization" && place === "limit",
  },
  {
    title: "fails for unknown collections",
    breaks: "#/paths/~1api~1v1~1collections~1{id4n}/get",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "findCollection" && response.status === 404 ? CRASH : response;
    },
  },
  {
    title: "fails for names of organizations that are not ASCII",
    breaks: "#/paths/~1api~1v1~1organizations/post",
    respond: crashesFor(["createOrganization", "updateOrganization"], ({ sent }) =>
      [...String(sent.name ?? "")].some((letter) => letter > "~"),
    ),
  },
  {
    title: "fails for collections without a label",
    breaks: "#/components/schemas/CreateCollectionRequest/required",
    respond: crashesFor(["createCollection"], ({ sent }) => sent.label === undefined),
  },
  {
    title: "fails for bodies that are not JSON",
    breaks: "#/paths/~1api~1v1~1apikeys/post/requestBody",
    respond: async (_, next, { violation }) => ((await violation())?.kind === "syntax" ? CRASH : next()),
  },
  {
    title: "fails for the same namespace twice",
    breaks: "#/paths/~1api~1v1~1organizations/post/responses/409",
    respond: async (_, next, { operation }) => {
      const response = await next();
      return operation === "createOrganization" && response.status === 409 ? CRASH : response;
    },
  },
];
