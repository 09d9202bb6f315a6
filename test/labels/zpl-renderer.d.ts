/**
 * The part of its API in use: returns a label as PNG in base64; sizes in millimetres, `dotsPerMm` of the print head.
 */
declare module 'zpl-renderer-js' {
  export const ready: Promise<{
    api: { zplToBase64Async(zpl: string, widthMm: number, heightMm: number, dotsPerMm: number): Promise<string> };
  }>;
}
