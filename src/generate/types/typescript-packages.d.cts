import openapiTypescript = require("openapi-typescript");
import ts = require("typescript");

export { openapiTypescript, ts };
