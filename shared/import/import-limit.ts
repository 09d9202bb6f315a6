/** The largest spreadsheet, in megabytes of a million bytes: about 100,000 label orders. The one number for screens, calls and the engine. */
export const maxImportMegabytes = 48;
export const maxImportBytes = maxImportMegabytes * 1_000_000;

/** Columns of a spreadsheet that can be read, and mapped by hand. */
export const maxImportColumns = 1000;

/** The same as it travels within a call: four characters for three bytes. */
export const maxImportBase64 = Math.ceil(maxImportBytes / 3) * 4;

/** The longest call of a screen (bytes): the largest spreadsheet, with a megabyte for what goes with it. */
export const longestCall = maxImportBase64 + 1_000_000;
