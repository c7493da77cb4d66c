import { readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { Source } from "@redocly/openapi-core";

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
        if (location) used.add(location.source.absoluteRef);
      },
    },
    Root: {
      leave(_, { location, report }) {
        // A file may be unused because a reference is misspelled, which another rule reports.
        if (isBroken) return;
        const root = location.source.absoluteRef;
        const folders = new Set([...used].map((file) => dirname(file)));
        for (const folder of folders) {
          const isBelow = relative(dirname(root), folder) !== "" && !relative(dirname(root), folder).startsWith("..");
          for (const name of isBelow ? readdirSync(folder) : []) {
            const file = join(folder, name);
            if (used.has(file) || ![".yaml", ".yml", ".json"].includes(extname(name))) continue;
            const source = new Source(file, readFileSync(file, "utf8"));
            report({
              message: "Nothing refers to this file. Refer to it, or delete it.",
              location: { source, pointer: "#/" },
            });
          }
        }
      },
    },
  };
};
