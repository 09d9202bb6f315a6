import { defineConfig } from 'vitest/config';

/** The packages themselves, built around a real Electron and installed: root, Debian's packages and some minutes. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['./bring-packages.ts'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    // what is waited for comes sooner or later; a busy machine is no fault
    expect: { poll: { timeout: 60_000, interval: 200 } },
  },
});
