import { expect, test } from "vitest";
import { isOfCreation, isOfLastChange, momentOfCreation } from "#statements/moments.js";

test.each(["created", "created_at", "createdOn", "dateCreated", "time_created", "timestamp_created", "creationTime"])(
  "%s has the moment of a creation",
  (name) => {
    expect(isOfCreation(name)).toBe(true);
    expect(isOfLastChange(name)).toBe(false);
  },
);

test.each([
  "updated",
  "updated_at",
  "last_modified",
  "time_updated",
  "dateModified",
  "date_last_changed",
  "update_time",
  "updateDate",
])("%s has the moment of the last change", (name) => {
  expect(isOfLastChange(name)).toBe(true);
  expect(isOfCreation(name)).toBe(false);
});

test.each(["createdBy", "time", "time_event", "time_expire", "updated_by", "update", "update_rate"])(
  "%s has neither",
  (name) => {
    expect([isOfCreation(name), isOfLastChange(name)]).toEqual([false, false]);
  },
);

test("the moment of a creation is found by its whole name before a word that may be a person", () => {
  expect(momentOfCreation(["created", "time_created"])).toBe("time_created");
});
