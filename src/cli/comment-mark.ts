/** The first line of a comment with the summary of a run, by which a later run finds it. */
export const COMMENT_MARK = "<!-- contract-summary -->";
