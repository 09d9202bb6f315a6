/** A label order with a PackageId, as a line for `desk enqueue`. */
export const orderLine = (PackageId: string, more: object = {}): string =>
  `${JSON.stringify({ endpoint: 2, body: { Package: { PackageId, ...more } } })}\n`;
