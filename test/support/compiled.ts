import { join } from 'node:path';

/** V8's compile cache for programs that tests start; it halves the processor time of each start. */
export const compileCacheFolder = join(import.meta.dirname, '../../node_modules/.cache/parcel-desk/compiled');
