/**
 * Size limit of a spreadsheet, in megabytes of a million bytes: about 100,000 label orders. The only such limit, for
 * screens, calls and the engine.
 */
export const maxImportMegabytes = 48;
export const maxImportBytes = maxImportMegabytes * 1_000_000;

/** Maximum number of columns that can be read, and mapped by hand. */
export const maxImportColumns = 1000;

/** The same limit in base64: four characters for three bytes. */
export const maxImportBase64 = Math.ceil(maxImportBytes / 3) * 4;

/** Maximum size of a call from a screen (bytes): the largest spreadsheet, plus a megabyte for the rest. */
export const maxCallBytes = maxImportBase64 + 1_000_000;
