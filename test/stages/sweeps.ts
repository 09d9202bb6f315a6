import { findBrowser } from '../support/browser.ts';
import { sweepMark } from '../support/longer.ts';
import { runStages, script, summaryOf } from './run-stages.ts';

// `npm run test:sweeps`: what is asked of everything there is (test/support/longer.ts), as `npm test` asks the rest.
const write = (text: string) => void process.stdout.write(text);

await findBrowser();
const sweeps = [
  { name: 'sweeps', call: ['test/stages/run-tests.ts', 'vitest', '--project=sweeps'] },
  script('journeys to everywhere', 'test:journeys', ['--project=browser-host', `--grep=${sweepMark}`]),
];
const ended = await runStages(sweeps, sweeps.length, write);
write(`\n${summaryOf(ended)}\n`);
process.exitCode = ended.every(({ code }) => code === 0) ? 0 : 1;
