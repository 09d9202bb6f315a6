/** A label order under a PackageId, as a line that `desk enqueue` reads. */
export const orderLine = (PackageId: string, more: object = {}): string =>
  `${JSON.stringify({ endpoint: 2, body: { Package: { PackageId, ...more } } })}\n`;
