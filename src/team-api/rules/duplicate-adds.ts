import { asObject } from "#openapi/document/document.js";
import { isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { anyResponse, success } from "#verify/model/request/expectation.js";
import { readSettled } from "#verify/resources/read-settled.js";
import { expectRetrieved } from "./added-is-manual.js";
import { addAddress, addRequest, defineRule, requestFor } from "./rule.js";

/** U11: what a second add does, and whether case matters, is open. The behavior is recorded; a server error is a failure. */
export const duplicateAdds = defineRule(
  ["addSuppression", "retrieveSuppression"],
  {
    operation: "addSuppression",
    name: "responds to an address that was already added",
    isolated: true,
    async run(context, { addSuppression: add, retrieveSuppression: retrieve }) {
      const added = await addAddress(context, add);
      if (!added) return;
      const { email } = added;
      const again = await context.expect(addRequest(add, email), anyResponse(add, "the address was already added"));
      const { id } = asObject(jsonOf(again));
      const whose = isSuccess(again) ? `, ${id === added.id ? "the same" : "another"} id` : "";
      context.observe("U11", `adding an address twice: ${again.status}${whose}`);
      if (isSuccess(again) && typeof id === "string") {
        const expected = success(retrieve, "the second add returned it", { requirements: ["R1", "A2"] });
        await readSettled(context, requestFor(retrieve, { value: id }), isSuccess, expected);
      }
      const upperCase = await context.expect(
        requestFor(retrieve, { value: email.toUpperCase() }),
        anyResponse(retrieve, "the address in capital letters"),
      );
      context.observe("U11", `retrieving an address in capital letters: ${upperCase.status}`);
    },
  },
  {
    operation: "addSuppression",
    name: "accepts an address with capital letters",
    isolated: true,
    async run(context, { addSuppression: add, retrieveSuppression: retrieve }) {
      const email = `Verify.${context.generator.unique()}@Example.com`;
      const added = await addAddress(context, add, email, "an address may have capital letters", ["A1"]);
      if (added) await expectRetrieved(context, retrieve, added.id, added, ["R1"]);
    },
  },
);
