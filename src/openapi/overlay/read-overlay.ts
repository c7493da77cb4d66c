import { readFile } from "node:fs/promises";
import { isObject } from "../document/document.js";
import { DocumentError, shownFile } from "../document/document-error.js";
import { pointerTo } from "../document/pointer.js";
import { readYaml } from "../files/read-yaml.js";
import type { Overlay, OverlayAction } from "./overlay.js";

/**
 * Reads an overlay (Overlay Specification 1.0.0) from a file of YAML or JSON.
 *
 * @throws DocumentError that names the file, the place in it, and the problem
 */
export async function readOverlay(file: string): Promise<Overlay> {
  const shown = shownFile(file);
  const text = await readFile(file, "utf8").catch(() => {
    throw new DocumentError(`${shown} cannot be read. Name the file of an overlay.`);
  });
  return overlayOf(await parse(text, shown), shown);
}

async function parse(text: string, shown: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    // Any other text is read as YAML.
  }
  return readYaml(text, (problem) => {
    throw new DocumentError(`${shown} is neither YAML nor JSON${problem}.`);
  });
}

/** @param shown the file as messages name it */
export function overlayOf(value: unknown, shown: string): Overlay {
  const fail = (pointer: string, problem: string): never => {
    throw new DocumentError(`${shown} at ${pointer}: ${problem}`);
  };
  if (!isObject(value)) return fail("#", "An overlay is an object.");
  const { overlay, info, actions } = value;
  if (typeof overlay !== "string" || !/^1\.0\.\d+$/.test(overlay)) {
    return fail("#/overlay", 'The version of the overlay is missing or not supported. Write overlay: "1.0.0".');
  }
  const { title, version } = isObject(info) ? info : {};
  if (typeof title !== "string" || typeof version !== "string") {
    return fail("#/info", "`title` and `version` are texts, and required.");
  }
  if (!Array.isArray(actions) || actions.length === 0) return fail("#/actions", "At least one action is required.");
  return { overlay, info: { title, version }, actions: actions.map((action, index) => actionOf(action, index, fail)) };
}

function actionOf(value: unknown, index: number, fail: (pointer: string, problem: string) => never): OverlayAction {
  const at = pointerTo("#/actions", index);
  if (!isObject(value)) return fail(at, "An action is an object.");
  const { target, description, update, remove = false } = value;
  if (typeof target !== "string") return fail(pointerTo(at, "target"), "A JSONPath is required.");
  if (typeof remove !== "boolean") return fail(pointerTo(at, "remove"), "It is true or false.");
  if (update === undefined && !remove) return fail(at, "It has neither `update` nor `remove`.");
  return {
    target,
    remove,
    ...(update === undefined ? {} : { update }),
    ...(typeof description === "string" ? { description } : {}),
  };
}
