/** Fewer characters are found by trying, by whoever has a locked copy. */
export const minPassphrase = 12;
