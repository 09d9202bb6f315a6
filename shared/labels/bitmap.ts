/** One bit per dot, 1 is black; rows from the top, each padded to whole bytes, the leftmost dot in the highest bit. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly bytesPerRow: number;
  readonly bits: Uint8Array;
}
