import { join } from 'node:path';
import { createVitest } from 'vitest/node';
// before anything else makes a temporary file
import '../support/quick-folder.ts';
import { testMachine } from '../support/test-machine.ts';

/** What is asked of this process: a whole file with a mistake in it; null: as it stands. */
export interface Asked {
  source: string | null;
}
export type Reported =
  /** a test that begins */
  | { begins: string }
  /** the first test that failed; null: none did */
  | { failed: string | null };

// `runner.ts FILE TEST…`: runs the tests of a file for each text of it that is sent here. A process of its own, since some mistakes
// never come to an end.
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
    // the file is another each time
    fsModuleCache: false,
  },
  { plugins: [{ name: 'mistaken', enforce: 'pre', load: (id) => (id === path ? source : null) }] },
);
const found = await vitest.globTestSpecifications();
// those of its own rules first
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
