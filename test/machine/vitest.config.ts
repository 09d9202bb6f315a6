import { compileCacheFolder } from '../support/compiled.ts';
import { testMachine } from '../support/test-machine.ts';
import { defineConfig } from 'vitest/config';

/** Tests that need root or Debian tools, which the global setup installs. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    env: { NODE_COMPILE_CACHE: compileCacheFolder, PARCEL_DESK_MACHINE: testMachine },
    include: ['**/*.test.ts'],
    globalSetup: ['./bring-tools.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
