/** A label order with a PackageId, as a line for `desk enqueue`. */
export const orderLine = (PackageId: string, packageFields: object = {}): string =>
  `${JSON.stringify({ endpoint: 2, body: { Package: { PackageId, ...packageFields } } })}\n`;
