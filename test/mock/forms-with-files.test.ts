import { expect, test } from "vitest";
import { startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { PET_FORMS, petPaths } from "../documents/pet-forms.js";

const PET = { name: "Rex", kind: "dog" };

/** A form with a pet and a file. @param part the name of the part that has the pet as JSON; undefined for fields */
function petForm(form: JsonObject, part: string | undefined): FormData {
  const sent = new FormData();
  const fields = part === undefined ? PET : { [part]: JSON.stringify(PET) };
  for (const [name, value] of Object.entries(fields)) sent.append(name, value);
  const file = "photo" in Object(form.properties) ? "photo" : "file";
  sent.append(file, new File(["bytes"], "rex.png", { type: "image/png" }));
  return sent;
}

test.each(PET_FORMS.flatMap(([what, ...row]) => [true, false].map((state) => [what, state, ...row] as const)))(
  "a creation comes back without the bytes of its file, by a form with %s (state: %s)",
  async (_, state, form, part, shown) => {
    const document = { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: petPaths(form, shown) };
    const mock = await startMock({ document, port: 0, state });
    try {
      const response = await fetch(`${mock.url}/pets`, { method: "POST", body: petForm(form, part) });
      const created: JsonObject = await response.json();
      expect([response.status, created.name, created.kind]).toEqual([201, "Rex", "dog"]);
      expect(created[shown] ?? "").not.toContain("bytes");
      const listed: JsonObject[] = state ? await (await fetch(`${mock.url}/pets`)).json() : [created];
      expect(listed).toContainEqual(created);
    } finally {
      await mock.close();
    }
  },
);

test("the fields that describe a file by their names are those of the sent file, also where no operation sends its bytes", async () => {
  const [, form] = PET_FORMS.find(([, , part]) => part !== undefined) ?? [];
  const paths = petPaths(form ?? {}, "fileName");
  const document = { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths };
  const mock = await startMock({ document, port: 0, state: true });
  try {
    const response = await fetch(`${mock.url}/pets`, { method: "POST", body: petForm(form ?? {}, "pet") });
    expect(await response.json()).toMatchObject({ ...PET, fileName: "rex.png" });
  } finally {
    await mock.close();
  }
});
