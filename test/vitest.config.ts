import './support/quick-folder.ts';
import { threadsFromBuild } from './support/threads-from-build.ts';
import { compileCacheFolder } from './support/compiled.ts';
import { slowFiles, proofFiles, sweepFiles } from './support/longer.ts';
import { sharedProcessFiles } from './support/pure-folders.ts';
import { SlowFirst } from './support/slow-first.ts';
import { testMachine } from './support/test-machine.ts';
import { youngHeap } from './support/young-heap.ts';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// before anything creates a temporary file

const screenTests = ['test/renderer/in-browser/**/*.test.ts', 'test/support/**/*.test.ts'];
const notHere = ['test/machine/**', 'test/packages/**', 'test/end-to-end/**', 'node_modules/**', 'dist/**'];
const longer = slowFiles();
const pure = sharedProcessFiles();
const screens = { globalSetup: ['test/support/screens-for-all.ts'], isolate: false };

export default defineConfig({
  plugins: [svelte({ configFile: false }), threadsFromBuild()],
  test: {
    // Half of the time is spent waiting for programs and browsers, so one core is no limit.
    maxWorkers: 4,
    // Catches only hanging tests and is no claim: on a busy machine a test takes several times as long as alone. A test
    // sets its own limit only if it takes more than 80 s alone.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A busy machine may be slow without a fault.
    expect: { poll: { timeout: 45_000 } },
    sequence: { sequencer: SlowFirst },
    execArgv: youngHeap,
    env: { NODE_COMPILE_CACHE: compileCacheFolder, PARCEL_DESK_MACHINE: testMachine },
    projects: [
      {
        test: {
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: [...notHere, ...screenTests, ...longer, ...pure],
        },
      },
      { test: { name: 'proof', include: proofFiles() } },
      { test: { name: 'sweeps', include: sweepFiles(), ...screens } },
      { test: { name: 'pure parts', include: pure, isolate: false } },
      {
        test: {
          name: 'screens',
          include: screenTests,
          exclude: longer,
          ...screens,
        },
      },
    ],
  },
});
