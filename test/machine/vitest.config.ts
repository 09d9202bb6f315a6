import { defineConfig } from 'vitest/config';

/** Tests that need root or tools of Debian; each brings what it needs. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    globalSetup: ['./bring-tools.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
