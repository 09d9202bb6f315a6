import { findBrowser } from '../support/browser.ts';
import { sweepMark } from '../support/longer.ts';
import { runStages, script, summaryOf } from './run-stages.ts';

// `npm test` builds and then runs all tests except those with commands of their own (test/support/longer.ts). Journeys
// run in parallel with the other tests, because both spend part of their time waiting for programs and pages. Any
// failure exits with 1 and is named at the end.
const write = (text: string) => void process.stdout.write(text);

const ended = await runStages([script('build', 'build')], 1, write);
if (ended.every(({ code }) => code === 0)) {
  // Chosen here, so that both use the same browser and it is unpacked only once.
  await findBrowser();
  const tests = [
    script('unit tests', 'test:units'),
    script('journeys', 'test:journeys', ['--project=browser-host', `--grep-invert=${sweepMark}`]),
  ];
  ended.push(...(await runStages(tests, tests.length, write)));
}
write(`\n${summaryOf(ended)}\n${(performance.now() / 60_000).toFixed(1).padStart(5)} min  in all\n`);
process.exitCode = ended.every(({ code }) => code === 0) ? 0 : 1;
