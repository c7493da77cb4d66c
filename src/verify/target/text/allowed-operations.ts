import type { OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { type ApparentRisk, apparentRisk } from "#statements/dangers/apparent-risk.js";
import type { Addition } from "../../report/additions.js";
import type { WrittenSetting } from "../../report/settings-yaml.js";
import { counted } from "../../report/wording.js";
import { suggested } from "./suggestion.js";

/** The heading of the operations of each risk, the least first. */
const RISKS: Record<ApparentRisk, string> = {
  reads: "By their names, these read or calculate:",
  unknown: "These may do more than create a resource. Read what they do before you allow them:",
  acts: "These change, end or reach something, by their names or methods. Allow them on a server that is yours alone:",
};

/** The operations that only `allowed` sends: harmless ones are not among dangerous ones. */
export function allowedByRisk(document: OpenApiDocument, additions: readonly Addition[]): WrittenSetting[] {
  const operations = new Map(operationsOf(document).map((operation) => [operation.id, operation]));
  const lacked = additions.filter(({ setting }) => setting[0] === "allowed");
  const riskOf = ({ setting: [, id = ""] }: Addition): ApparentRisk => {
    const operation = operations.get(id);
    return operation ? apparentRisk(operation) : "unknown";
  };
  return Object.entries(RISKS).flatMap(([risk, heading]) => {
    const group = lacked.filter((addition) => riskOf(addition) === risk);
    return group.map((addition, index) => {
      const { comments = [], ...setting } = suggested(addition);
      const [reason, ...more] = addition.reasons;
      const others = more.length > 0 ? `, and ${counted(more.length, "other reason")}` : "";
      const because = reason === undefined ? [] : [`${addition.setting[1]}: ${reason}${others}.`];
      return { ...setting, comments: [...(index === 0 ? [heading] : []), ...because, ...comments] };
    });
  });
}
