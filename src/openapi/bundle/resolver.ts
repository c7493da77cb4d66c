import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { BaseResolver, Document, Source } from "@redocly/openapi-core";
import { isObject } from "../document/document.js";
import { DocumentError } from "../document/document-error.js";
import { percentDecoded } from "../document/percent-decoded.js";
import { nodesIn } from "../document/walk.js";
import { aliasProblem, findAliasExpansion } from "../files/alias-expansion.js";
import { lineIn } from "../files/line-of.js";
import { isUrl, type RemoteRequest, readUrl } from "../files/read-url.js";
import { nameMappedSchemas } from "./discriminator-names.js";
import { hideReferences } from "./extension-references.js";
import { resolveIdentifiers } from "./identifiers/resolve-identifiers.js";
import { chainProblem } from "./reference-chain.js";

/** A reference to a URL in a document that is a file. The document would decide where a command sends requests. */
const REMOTE_REFERENCE = "it leads to another server, and a document that is a file may refer to files only";

const ALIAS_REMEDY = "Write such a part once as a component, and refer to it by $ref.";

type Core = typeof import("../files/redocly.js");

/** The document that a bundle begins with. */
export interface Root {
  /** Its absolute path, or URL. */
  location: string;
  /** The origin that all files must have, if the document was read from a URL. */
  origin: string | undefined;
  /** The headers that its origin gets. */
  headers?: RemoteRequest["headers"];
  /** Its text, if it was read already. */
  text: string | undefined;
}

/**
 * Makes the bundler's reader of files. It reads URLs within limits. It changes two things in each file before its references
 * are followed. Bare names in discriminators become references, and references in extensions are hidden.
 */
export function documentResolver(core: Core, root: Root): BaseResolver {
  class DocumentResolver extends core.BaseResolver {
    override async loadExternalRef(location: string): Promise<Source> {
      if (location === root.location && root.text !== undefined) return new core.Source(location, root.text);
      if (!isUrl(location)) {
        await requireFile(location);
        return super.loadExternalRef(location);
      }
      // The bundler reports errors of this class at the place of the reference.
      if (root.origin === undefined) throw new core.ResolveError(new Error(REMOTE_REFERENCE));
      const { text, mediaType } = await readUrl(location, root).catch((error: unknown) => {
        throw new core.ResolveError(error instanceof Error ? error : new Error(String(error)));
      });
      return new core.Source(location, text, mediaType);
    }

    /** A reference is percent-encoded where a URI needs it (RFC 3986, 2.1). A file may have the encoded name, too. */
    override resolveExternalRef(base: string | null, reference: string): string {
      const written = super.resolveExternalRef(base, reference);
      if (!reference.includes("%") || isUrl(written) || existsSync(written)) return written;
      return super.resolveExternalRef(base, percentDecoded(reference));
    }

    override parseDocument(source: Source, isRoot = false): Document {
      const document = super.parseDocument(source, isRoot);
      const large = findAliasExpansion(document.parsed, source.body.length);
      if (large) {
        const problem = aliasProblem(large, lineIn(core, source, large.names));
        throw new core.ResolveError(new Error(`The ${problem}. ${ALIAS_REMEDY}`));
      }
      const chain = chainProblem(document.parsed);
      if (chain) throw new core.ResolveError(new Error(chain));
      nameVersion(document.parsed);
      if (source.absoluteRef === root.location) useOwnAddress(document.parsed);
      nameMappedSchemas(document.parsed, source.absoluteRef === root.location ? "" : root.location);
      resolveIdentifiers(document.parsed, source.body);
      hideReferences(document.parsed, source.absoluteRef);
      return document;
    }
  }
  return new DocumentResolver();
}

/**
 * A device or a pipe may be read without end.
 *
 * @throws DocumentError if something at a path is neither a file nor a folder
 */
async function requireFile(path: string): Promise<void> {
  const entry = await stat(path).catch(() => undefined);
  if (!entry || entry.isFile() || entry.isDirectory()) return;
  throw new DocumentError(`A $ref leads to ${path}, which is not a file.`);
}

/** The bundler wants a text, and YAML reads a version without quotes as a number. */
function nameVersion(content: unknown): void {
  if (isObject(content) && content.swagger === 2) content.swagger = "2.0";
}

/**
 * Makes references to the address that a document gives itself (`$self`, OpenAPI 3.2, 4.1) references within it, in place. The
 * address need not be one from which it can be read.
 */
function useOwnAddress(content: unknown): void {
  if (!isObject(content) || typeof content.$self !== "string") return;
  const prefix = `${content.$self.replace(/#.*$/, "")}#`;
  for (const node of nodesIn(content)) {
    if (isObject(node) && typeof node.$ref === "string" && node.$ref.startsWith(prefix)) {
      node.$ref = node.$ref.slice(prefix.length - 1);
    }
  }
}
