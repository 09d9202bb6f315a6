// letters that run from right to left, and marks that turn the direction of what follows
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name of a person's making within a sentence: it turns the direction of nothing but itself. */
export const isolateBidi = (name: string): string => (turns.test(name) ? `\u2068${name}\u2069` : name);
