import { initWasm } from '@resvg/resvg-wasm';
import { readCarried } from './read-carried.ts';

let ready: Promise<void> | undefined;
/** Loads what unpacks pictures, once in a thread. */
export const unpacker = (): Promise<void> => (ready ??= start());

async function start(): Promise<void> {
  // An address of this form is carried along into a bundle; a resolved package name is not.
  const file = new URL('../../node_modules/@resvg/resvg-wasm/index_bg.wasm', import.meta.url);
  await initWasm(await readCarried(file));
}
