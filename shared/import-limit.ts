/** The largest spreadsheet, in megabytes of a million bytes: about 100,000 label orders. The one number for screens, calls and the engine. */
export const mostImportMegabytes = 48;
export const mostImportBytes = mostImportMegabytes * 1_000_000;

/** Columns of a spreadsheet that can be read, and mapped by hand. */
export const mostImportColumns = 1000;

/** The same as it travels within a call: four characters for three bytes. */
export const mostImportBase64 = Math.ceil(mostImportBytes / 3) * 4;

/** The longest call of a screen (bytes): the largest spreadsheet, with a megabyte for what goes with it. */
export const longestCall = mostImportBase64 + 1_000_000;
