import { initWasm } from '@resvg/resvg-wasm';
import { readLibraryFile } from './read-carried.ts';

let loading: Promise<void> | undefined;
/** Loads resvg, which unpacks pictures, once per thread. */
export const loadResvg = (): Promise<void> => (loading ??= start());

async function start(): Promise<void> {
  // the bundler includes a file named by a URL of this form, but not one named by a resolved package name
  const file = new URL('../../node_modules/@resvg/resvg-wasm/index_bg.wasm', import.meta.url);
  await initWasm(await readLibraryFile(file));
}
