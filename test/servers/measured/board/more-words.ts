import type { Violation } from "./rules.js";
import type { Words } from "./words.js";

/** Zod 3, as its `safeParse` writes an error. */
export const zod: Words = (violations) => ({
  status: 400,
  body: {
    success: false,
    error: {
      issues: violations.map((violation) => ({ ...zodIssue(violation), path: [violation.field] })),
      name: "ZodError",
    },
  },
});

/** A part of an error. */
function zodIssue({ broken, rules, value }: Violation) {
  const received = typeof value;
  switch (broken) {
    case "required":
      return { code: "invalid_type", expected: zodType(rules.type), received: "undefined", message: "Required" };
    case "type":
      return {
        ...{ code: "invalid_type", expected: zodType(rules.type), received },
        message: `Expected ${zodType(rules.type)}, received ${received}`,
      };
    case "minLength":
      return {
        ...{ code: "too_small", minimum: rules.minLength, type: "string", inclusive: true, exact: false },
        message: `String must contain at least ${rules.minLength} character(s)`,
      };
    case "maxLength":
      return {
        ...{ code: "too_big", maximum: rules.maxLength, type: "string", inclusive: true, exact: false },
        message: `String must contain at most ${rules.maxLength} character(s)`,
      };
    case "minimum":
      return {
        ...{ code: "too_small", minimum: rules.minimum, type: "number", inclusive: true, exact: false },
        message: `Number must be greater than or equal to ${rules.minimum}`,
      };
    case "maximum":
      return {
        ...{ code: "too_big", maximum: rules.maximum, type: "number", inclusive: true, exact: false },
        message: `Number must be less than or equal to ${rules.maximum}`,
      };
    case "values":
      return {
        ...{ received: value, code: "invalid_enum_value", options: rules.values },
        message: `Invalid enum value. Expected ${(rules.values ?? []).map((allowed) => `'${allowed}'`).join(" | ")}, received '${value}'`,
      };
    case "format":
    case "pattern":
      return {
        validation: rules.format ?? "regex",
        code: "invalid_string",
        message: `Invalid ${rules.format ?? ""}`.trim(),
      };
    default:
      return { code: "custom", message: "Invalid input" };
  }
}

/** Zod knows numbers only; that one is whole is a further check. */
function zodType(type: string): string {
  return type === "integer" ? "number" : type;
}

/** Laravel. */
export const laravel: Words = (violations) => {
  const messages = violations.map((violation) => [violation.field, laravelMessage(violation)] as const);
  const [[, first] = ["", ""]] = messages;
  const more = messages.length - 1;
  return {
    status: 422,
    body: {
      message: more > 0 ? `${first} (and ${more} more error${more > 1 ? "s" : ""})` : first,
      errors: Object.fromEntries(messages.map(([field, message]) => [field, [message]])),
    },
  };
};

function laravelMessage({ field, broken, rules }: Violation): string {
  const name = field.replaceAll("_", " ");
  switch (broken) {
    case "required":
      return `The ${name} field is required.`;
    case "type":
      return `The ${name} field must be ${rules.type === "integer" ? "an integer" : `a ${rules.type}`}.`;
    case "minLength":
      return `The ${name} field must be at least ${rules.minLength} characters.`;
    case "maxLength":
      return `The ${name} field must not be greater than ${rules.maxLength} characters.`;
    case "minimum":
      return `The ${name} field must be at least ${rules.minimum}.`;
    case "maximum":
      return `The ${name} field must not be greater than ${rules.maximum}.`;
    case "pattern":
      return `The ${name} field format is invalid.`;
    case "format":
      return rules.format === "email"
        ? `The ${name} field must be a valid email address.`
        : `The ${name} field must match the format Y-m-d.`;
    case "isUnique":
      return `The ${name} has already been taken.`;
    default:
      return `The selected ${name} is invalid.`;
  }
}
