import { flag, type OptionValues, option, required } from "../cli/option.js";
import { listening, QUIET, SPEC, SPEC_HEADERS } from "../cli/options.js";
import { COMMON_OPTIONS } from "../verify/command/options.js";
import { baseUrlOf } from "../verify/target/settings.js";
import { keyVariable } from "../verify/target/target-options.js";

/** The options of `proxy`. */
export const PROXY_OPTIONS = {
  target: required(
    option("--target URL", "the base URL of the server", baseUrlOf),
    "The proxy needs a server to forward to. Example: --target https://staging.example.com",
  ),
  ...listening("proxy"),
  spec: SPEC,
  specHeaders: SPEC_HEADERS,
  marksResponses: flag(
    "--response-headers",
    "name the violations of each exchange in a header of its response: x-contract-violations",
  ),
  keyVariable: keyVariable("the variable that stands for keys in the reports"),
  ...COMMON_OPTIONS,
  quiet: { ...QUIET, help: "do not print violations as they happen" },
};

/** The values of the options of `proxy`. */
export type ProxyValues = OptionValues<typeof PROXY_OPTIONS>;
