/** Printable ASCII, which every font of a label has. */
export const plainText = /^[ -~]*$/;
