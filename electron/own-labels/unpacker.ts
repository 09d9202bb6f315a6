import { initWasm } from '@resvg/resvg-wasm';
import { readCarried } from './read-carried.ts';

let ready: Promise<void> | undefined;
/** Loads resvg, which unpacks pictures, once per thread. */
export const unpacker = (): Promise<void> => (ready ??= start());

async function start(): Promise<void> {
  // the bundler includes a file named by a URL of this form, but not one named by a resolved package name
  const file = new URL('../../node_modules/@resvg/resvg-wasm/index_bg.wasm', import.meta.url);
  await initWasm(await readCarried(file));
}
