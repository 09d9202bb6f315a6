import { defineConfig } from 'vitest/config';

/** Tests of packages built around a real Electron and installed: they need root, Debian packages and some minutes. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['./bring-packages.ts'],
    testTimeout: 300_000,
    hookTimeout: 600_000,
    fileParallelism: false,
    // Generous, since a busy machine is not a fault.
    expect: { poll: { timeout: 60_000, interval: 200 } },
  },
});
