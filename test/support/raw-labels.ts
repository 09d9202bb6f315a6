export { after } from '../../electron/desk/threads/after.ts';

/** Waits that are short enough for a test; `patienceMs` is long because a loaded machine is slow. */
export const quick = { connectMs: 2000, answerMs: 1000, pollMs: 5, patienceMs: 15_000 };

/** Nothing else prints in this test. */
export const alone = () => () => undefined;

/** A label without a picture that carries its name in a comment. */
export const fakeLabel = (says: string, reprints = true): Uint8Array =>
  Buffer.from(`^XA^JZ${reprints ? 'Y' : 'N'}^FX${says}^FS^PQ1,0,1,N^XZ\n`, 'latin1');
