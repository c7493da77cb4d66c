import { bodyOf, refusal, succeeded } from "../answers.js";
import type { Change, Tools } from "../change.js";
import { emailOf } from "../requests.js";

/** Milliseconds after which a replica has an added suppression. */
const LAG = 150;

/** Whether an id or an address was added so recently that the replica lacks it. */
const isRecent = ({ memory }: Tools, name: string) => Date.now() - Number(memory.get(name.toLowerCase()) ?? 0) < LAG;

/** Servers that read from a replica, which lags behind. The reference does not say when an addition shows. */
export const REPLICAS: Change[] = [
  {
    id: "replica-lags",
    title: `Shows an added suppression ${LAG} milliseconds later, in the list and when it is retrieved.`,
    open: "A3",
    answer(answer, request, tools) {
      if (!succeeded(answer)) return answer;
      if (tools.operation === "addSuppression") {
        for (const name of [String(bodyOf(answer).id), emailOf(request) ?? ""]) {
          tools.memory.set(name.toLowerCase(), String(Date.now()));
        }
      }
      if (tools.operation === "retrieveSuppression") {
        const { id, email } = bodyOf(answer);
        return isRecent(tools, String(id)) || isRecent(tools, String(email)) ? refusal(404) : answer;
      }
      if (tools.operation !== "listSuppressions") return answer;
      const page = bodyOf(answer);
      const data = Array.isArray(page.data) ? page.data : [];
      const old = data.filter((item) => !isRecent(tools, String(Object(item).id)));
      return { ...answer, body: JSON.stringify({ ...page, data: old }) };
    },
  },
];
