export { after } from '../../electron/threads/after.ts';

/** Waits short enough for a test; under load they are as long as they take. */
export const quick = { connectMs: 2000, answerMs: 1000, pollMs: 5, patienceMs: 15_000 };

/** Nobody else prints in this test. */
export const alone = () => () => undefined;

/** A label that says of itself what it is, without a picture. */
export const fakeLabel = (says: string, reprints = true): Uint8Array =>
  Buffer.from(`^XA^JZ${reprints ? 'Y' : 'N'}^FX${says}^FS^PQ1,0,1,N^XZ\n`, 'latin1');
