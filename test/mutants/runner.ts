import '../support/quick-folder.ts';
import { testMachine } from '../support/test-machine.ts';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';

// Must be imported before anything creates a temporary file.

/** A request to this process: the text of the file with a mistake; null: the unchanged file. */
export interface Asked {
  source: string | null;
}
export type Reported =
  /** a test that starts */
  | { begins: string }
  /** the first failed test; null: none failed */
  | { failed: string | null };

// `runner.ts FILE TEST…` runs the tests of a file for each text of it that it receives. It is a separate process
// because some mistakes never end.
const root = join(import.meta.dirname, '../..');
const [file = '', ...tests] = process.argv.slice(2);
const path = join(root, file);
let source: string | null = null;
const report = (reported: Reported): void => void process.send?.(reported);

const vitest = await createVitest(
  'test',
  {
    root,
    config: false,
    watch: false,
    reporters: [{ onTestCaseReady: ({ id }) => report({ begins: id }) }],
    pool: 'threads',
    maxWorkers: 1,
    bail: 1,
    include: [...tests],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { PARCEL_DESK_MACHINE: testMachine },
    // The file differs each time.
    fsModuleCache: false,
  },
  { plugins: [{ name: 'mistaken', enforce: 'pre', load: (id) => (id === path ? source : null) }] },
);
const found = await vitest.globTestSpecifications();
// The tests of the file's own rules come first.
const inOrder = tests.map((name) => found.find(({ moduleId }) => moduleId.endsWith(name)));

async function failedTest(): Promise<string | null> {
  vitest.invalidateFile(path);
  for (const specification of inOrder) {
    if (!specification) throw new Error(`not all of these are tests: ${tests.join(', ')}`);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
    if (unhandledErrors.length > 0) return 'an error that no test caught';
    for (const module of testModules) {
      const [test] = module.children.allTests('failed');
      if (test) return test.fullName;
      if (!module.ok()) return 'a file of tests that cannot be run';
    }
  }
  return null;
}

process.on('message', (asked: Asked) => {
  source = asked.source;
  void failedTest().then((failed) => report({ failed }));
});
report({ failed: null });
process.on('disconnect', () => process.exit(0));
