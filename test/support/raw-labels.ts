export { after } from '../../electron/desk/threads/after.ts';

/** Waits that are short enough for a test. `patienceMs` is long because a busy machine is slow. */
export const quickWaits = { connectMs: 2000, answerMs: 1000, pollMs: 5, patienceMs: 15_000 };

/** A lease that is always granted, because nothing else prints in this test. */
export const freeLease = () => () => undefined;

/** A label without a picture that carries its name in a comment. */
export const commentLabel = (comment: string, reprints = true): Uint8Array =>
  Buffer.from(`^XA^JZ${reprints ? 'Y' : 'N'}^FX${comment}^FS^PQ1,0,1,N^XZ\n`, 'latin1');
