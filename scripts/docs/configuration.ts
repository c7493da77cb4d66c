import type { OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { securitySchemes } from "#openapi/operations/security.js";

/**
 * The options of Scalar that the page sets, beside the document (`content`). Its own types are in packages that need a later
 * Node.js than this repo.
 */
interface Configuration {
  withDefaultFonts: boolean;
  telemetry: boolean;
  hideClientButton: boolean;
  showDeveloperTools: "never" | "always" | "localhost";
  agent: { disabled: boolean };
  mcp: { disabled: boolean };
  documentDownloadType: "none" | "both" | "json" | "yaml";
  hideModels: boolean;
  /** By language: whether all its samples are hidden, or which. */
  hiddenClients: Record<string, boolean | string[]>;
  defaultHttpClient: { targetKey: string; clientKey: string };
  defaultOpenAllTags: boolean;
  orderSchemaPropertiesBy: "alpha" | "preserve";
  authentication?: {
    securitySchemes: Record<string, FilledIn>;
  };
}

/** A security scheme in the form of Scalar, with its key. */
type FilledIn =
  | { type: "http"; scheme: "bearer"; token: string }
  | { type: "apiKey"; in: "cookie" | "header" | "query"; name: string; value: string };

/** Languages of samples that the page does not offer: all of Scalar's but curl and fetch. */
const HIDDEN_LANGUAGES = [
  ...["c", "clojure", "csharp", "dart", "fsharp", "go", "http", "java", "julia", "kotlin", "node", "objc", "ocaml"],
  ...["php", "powershell", "python", "r", "ruby", "rust", "swift"],
];
const HIDDEN_CLIENTS: Configuration["hiddenClients"] = {
  ...Object.fromEntries(HIDDEN_LANGUAGES.map((language) => [language, true])),
  shell: ["httpie", "wget"],
  js: ["axios", "jquery", "ofetch", "xhr"],
};

/** The most operations with which every tag is open at the start. With 1,200, the page would take ten seconds longer. */
const MAX_OPEN = 100;

/**
 * The options of Scalar. If one of them has a wrong form, Scalar ignores them all, and loads fonts from its maker.
 *
 * @param key the API key that is filled in; undefined for none
 */
export function pageConfiguration(document: OpenApiDocument, key?: string): Configuration {
  const schemes = key === undefined ? {} : filledIn(document, key);
  return {
    // Nothing is loaded from elsewhere, and nothing is offered that needs another server.
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: "never",
    agent: { disabled: true },
    mcp: { disabled: true },
    // The page links the contract itself.
    documentDownloadType: "none",
    hideModels: true,
    hiddenClients: HIDDEN_CLIENTS,
    defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
    defaultOpenAllTags: operationsOf(document).length <= MAX_OPEN,
    orderSchemaPropertiesBy: "preserve",
    // Without a preferred scheme, each operation has the first that it requires.
    ...(Object.keys(schemes).length > 0 && { authentication: { securitySchemes: schemes } }),
  };
}

/** The schemes that take a key as it is, with the key. */
function filledIn(document: OpenApiDocument, key: string): Record<string, FilledIn> {
  return Object.fromEntries(
    Object.entries(securitySchemes(document)).flatMap(([name, scheme]): [string, FilledIn][] => {
      if (scheme.type === "bearer") return [[name, { type: "http", scheme: "bearer", token: key }]];
      return scheme.type === "apiKey" ? [[name, { ...scheme, value: key }]] : [];
    }),
  );
}
