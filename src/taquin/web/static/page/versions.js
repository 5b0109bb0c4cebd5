/** Versions of the questions of a unit: how many questions one may have, and which numbers versions have. */

/** The number of questions of a version if nothing else is said, as for `taquin worksheet`. */
export const USUAL_COUNT = 8;
export const MOST_QUESTIONS = 40;
export const LARGEST_VERSION = 4_294_967_295;
