/** Shorter passphrases could be found by trial by anyone who has a locked copy. */
export const minPassphrase = 12;
