import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve as resolvePath } from "node:path";
import { parseYaml, Source } from "@redocly/openapi-core";
import { pointerNames, Resources, similarName } from "../shared.js";

/**
 * Every `$ref` leads to something. In place of Redocly's rule `no-unresolved-refs`, whose message does not say which file or which
 * name may be meant. A file that is not YAML is reported at its own mistake, once.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const referenceResolves = () => {
  /** @type {Set<string>} */
  const broken = new Set();
  return {
    ref: {
      leave(node, { report, location }, { node: target, error }) {
        if (target !== undefined) return;
        if (leadsToIdentifier(location.source.body, location.pointer, node.$ref)) return;
        const [path = "", fragment = ""] = node.$ref.split("#", 2);
        const { absoluteRef } = location.source;
        const file = path === "" ? absoluteRef : resolvePath(dirname(absoluteRef), path);
        const entry = statSync(file, { throwIfNoEntry: false });
        const text = entry?.isFile() ? readFileSync(file, "utf8") : "";
        const mistake = syntaxError(text);
        if (mistake) {
          const { message, start } = mistake;
          const source = new Source(file, text);
          if (!broken.has(file)) report({ message, location: { source, pointer: undefined, start } });
          broken.add(file);
          return;
        }
        const problem = entry?.isFile()
          ? missingPart(path, fragment, text, absoluteRef)
          : entry
            ? `${path} is not a file. Name a file in YAML or JSON.`
            : missingFile(path, file, absoluteRef, error?.message);
        report({ message: `The $ref ${JSON.stringify(node.$ref)} leads nowhere: ${problem}`, location });
      },
    },
  };
};

/**
 * The first mistake in a text that is not YAML.
 *
 * @param {string} text
 */
function syntaxError(text) {
  try {
    parseYaml(text);
    return undefined;
  } catch (error) {
    const { reason = "this file is neither YAML nor JSON", mark } = Object(error);
    return {
      message: String(reason),
      start: { line: Number(mark?.line ?? 0) + 1, col: Number(mark?.column ?? 0) + 1 },
    };
  }
}

/**
 * Redocly does not read `$id` and anchors (JSON Schema Core, 8.2).
 *
 * @param {string} text of the file
 * @param {string} pointer the place of the reference
 * @param {string} reference
 */
function leadsToIdentifier(text, pointer, reference) {
  if (!/\$(id|anchor|dynamicAnchor)\b/.test(text)) return false;
  /** @type {any} */
  const content = parseYaml(text);
  return new Resources(content).targetOf(pointer, reference) !== undefined;
}

/**
 * @param {string} path
 * @param {string} file
 * @param {string} from the file with the reference
 * @param {string} [reason]
 */
function missingFile(path, file, from, reason) {
  if (/^https?:/.test(path)) return `${reason ?? "it cannot be read"}. Use a file.`;
  const folder = dirname(file);
  const similar = existsSync(folder) ? similarName(basename(file), readdirSync(folder)) : undefined;
  const meant = similar === undefined ? pathNearby(path, from) : join(dirname(path), similar);
  const missing = existsSync(folder) ? "file" : "folder";
  const advice = missing === "file" ? "Correct the path, or add the file." : "Correct the path.";
  return `the ${missing} does not exist. ${meant === undefined ? advice : `Did you mean ${meant}?`}`;
}

/**
 * The path to the file that a wrong path most likely means: the only one of its name in the folders around, or in those of them
 * that have a similar name.
 *
 * @param {string} path
 * @param {string} from the file with the reference
 */
function pathNearby(path, from) {
  const here = dirname(from);
  const near = [here, dirname(here)];
  const folders = new Set([...near, ...near.flatMap(foldersIn)]);
  const name = basename(path, extname(path)).toLowerCase();
  const files = [...folders].flatMap((folder) =>
    namesIn(folder)
      .filter((each) => /^\.(ya?ml|json)$/.test(extname(each)) && basename(each, extname(each)).toLowerCase() === name)
      .map((each) => join(folder, each)),
  );
  const parent = similarName(
    basename(dirname(path)),
    [...folders].map((folder) => basename(folder)),
  );
  const beside = files.filter((file) => basename(dirname(file)) === parent);
  const [found, ...others] = (beside.length > 0 ? beside : files).filter((file) => file !== from);
  return found === undefined || others.length > 0 ? undefined : relative(here, found).replaceAll("\\", "/");
}

/** @param {string} folder */
function foldersIn(folder) {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const named = entries.filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name));
  return named.map(({ name }) => join(folder, name));
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * @param {string} path
 * @param {string} pointer
 * @param {string} text of the file
 * @param {string} from the file with the reference
 */
function missingPart(path, pointer, text, from) {
  if (pointer !== "" && !pointer.startsWith("/")) {
    return `${path || "this file"} has no schema with $anchor: ${pointer}. Correct the name, or add it.`;
  }
  /** @type {any} */
  let parent = parseYaml(text);
  let place = path || "this file";
  for (const [index, name] of pointerNames(`#${pointer}`).entries()) {
    if (parent?.[name] === undefined) {
      const similar = similarName(name, typeof parent === "object" && parent !== null ? Object.keys(parent) : []);
      const meant = similar ?? (index === 0 && path === "" ? pathNearby(pointer, from) : undefined);
      const advice = meant === undefined ? "Correct the name, or add it." : `Did you mean ${meant}?`;
      return `${place} has no ${name}. ${advice}`;
    }
    parent = parent[name];
    place = `${index === 0 ? `${path}#` : place}/${name}`;
  }
  return "it is not a part of an OpenAPI document. Correct it.";
}
