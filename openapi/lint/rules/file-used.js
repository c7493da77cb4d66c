import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { Source } from "@redocly/openapi-core";
import { percentDecoded } from "../shared.js";

/**
 * Every file beside the files of a document is a part of it. Without this rule, a component without a reference to it looks as if it
 * were part of the contract. The folder of the root may have other documents.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const fileUsed = () => {
  /** @type {Set<string>} */
  const used = new Set();
  let isBroken = false;
  return {
    ref: {
      leave(_, __, { node, location }) {
        isBroken ||= node === undefined;
        for (const file of location ? namesOf(location.source.absoluteRef) : []) used.add(file);
      },
    },
    Root: {
      leave(_, { location, report }) {
        // A file may be unused because a reference is misspelled, which another rule reports.
        if (isBroken) return;
        const root = location.source.absoluteRef;
        /** @type {Map<string, string>} */
        const unused = new Map();
        const folders = new Set([...used].map((file) => dirname(file)).filter((folder) => existsSync(folder)));
        for (const folder of folders) {
          const isBelow = relative(dirname(root), folder) !== "" && !relative(dirname(root), folder).startsWith("..");
          for (const name of isBelow ? readdirSync(folder) : []) {
            const file = join(folder, name);
            if (used.has(file) || ![".yaml", ".yml", ".json"].includes(extname(name))) continue;
            unused.set(file, readFileSync(file, "utf8"));
          }
        }
        for (const [file, text] of unused) {
          // A file that an unused file refers to is a part of the same mistake.
          const isPart = [...unused].some(([other, own]) => other !== file && referredIn(own, other).includes(file));
          if (isPart) continue;
          report({
            message: "Nothing refers to this file. Refer to it, or delete it.",
            location: { source: new Source(file, text), pointer: "#/" },
          });
        }
      },
    },
  };
};

/**
 * The files that the text of a file refers to.
 *
 * @param {string} text
 * @param {string} file
 */
function referredIn(text, file) {
  return [...text.matchAll(/\$ref"?: *["']?([^\s"'#]+)/g)].flatMap(([, path = ""]) =>
    namesOf(resolve(dirname(file), path)),
  );
}

/**
 * The names of a file that a reference may mean: as it is written, and decoded (RFC 3986, 2.1).
 *
 * @param {string} path
 */
function namesOf(path) {
  return [path, percentDecoded(path)];
}
