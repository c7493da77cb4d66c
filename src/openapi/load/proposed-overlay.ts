import { asObject, type OpenApiDocument } from "../document/document.js";
import { pointerNames, pointerTo, valueAt } from "../document/pointer.js";
import { writtenDocument, writtenPlace } from "../document/written-place.js";
import { applyOverlay } from "../overlay/apply-overlay.js";
import { type Overlay, type OverlayAction, pathOf } from "../overlay/overlay.js";

/** An addition at a place of a document. */
export interface Addition extends Omit<OverlayAction, "target"> {
  /** JSON pointer into the document, as the tools read it. */
  pointer: string;
}

/**
 * An overlay of the candidates that can be applied one after the other. They break no rule of our extensions.
 *
 * @param subject what the overlay has, as the beginning of its title: `Relations`
 * @param defectsIn what is wrong with the extensions of a document
 * @returns undefined without such a candidate
 */
export async function proposedOverlay(
  document: OpenApiDocument,
  subject: string,
  candidates: readonly Addition[],
  defectsIn: (document: OpenApiDocument) => readonly unknown[],
): Promise<Overlay | undefined> {
  const info = { title: `${subject} of ${String(asObject(document.info).title)}`, version: "1.0.0" };
  const defects = defectsIn(document).length;
  let changed = document;
  const actions: OverlayAction[] = [];
  for (const { pointer, ...addition } of candidates) {
    // A converted document has other places than the one that the overlay is for.
    const tried = { target: pathIn(document, pointerNames(pointer)), ...addition };
    const overlay = { overlay: "1.0.0", info, actions: [tried] };
    const next = await applyOverlay(changed, overlay, "the suggested overlay");
    // A parameter that several operations share may not be returned by all of them.
    if (defectsIn(next).length > defects) continue;
    changed = next;
    actions.push({ target: overlayTarget(document, pointer), ...addition });
  }
  return actions.length === 0 ? undefined : { overlay: "1.0.0", info, actions };
}

/** The JSONPath to a place, in the document as it was written: an overlay is applied before a conversion. */
function overlayTarget(document: OpenApiDocument, pointer: string): string {
  return pathIn(writtenDocument(document), pointerNames(writtenPlace(document, pointer)));
}

function pathIn(document: OpenApiDocument, names: readonly string[]): string {
  return pathOf(names, (position) => Array.isArray(valueAt(document, pointerTo("", ...names.slice(0, position)))));
}
