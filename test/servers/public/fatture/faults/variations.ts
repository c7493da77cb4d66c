import { variationsOf } from "../../variations.js";

/** All is below a company, as in `/c/1/products`. */
export const { after, forgets, inData, paging, sending, sentIn, showing, storing, toValid } = variationsOf({
  envelope: "data",
  namedIn: ([, company]) => ({ company: Number(company) }),
});
