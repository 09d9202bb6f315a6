import { findBrowser } from '../support/browser.ts';
import { sweepMark } from '../support/longer.ts';
import { runStages, script, summaryOf } from './run-stages.ts';

// `npm run test:sweeps` runs the exhaustive tests (test/support/longer.ts), in the same way as `npm test` runs the
// others.
const write = (text: string) => void process.stdout.write(text);

await findBrowser();
const sweeps = [
  { name: 'sweeps', call: ['test/stages/run-tests.ts', 'vitest', '--project=sweeps'] },
  script('journeys to everywhere', 'test:journeys', ['--project=browser-host', `--grep=${sweepMark}`]),
];
const ended = await runStages(sweeps, sweeps.length, write);
write(`\n${summaryOf(ended)}\n`);
process.exitCode = ended.every(({ code }) => code === 0) ? 0 : 1;
