import { findBrowser } from '../support/browser.ts';
import { sweepMark } from '../support/longer.ts';
import { runStages, script, summaryOf } from './run-stages.ts';

// `npm test`: the build, then all tests but those that have commands of their own (test/support/longer.ts). The journeys run beside the
// other tests, since both wait for programs and pages for a part of their time. Any failure ends in 1, with what failed named at the end.
const write = (text: string) => void process.stdout.write(text);

const ended = await runStages([script('build', 'build')], 1, write);
if (ended.every(({ code }) => code === 0)) {
  // chosen here, so that both run the same one and it is unpacked once
  await findBrowser();
  const tests = [
    script('unit tests', 'test:units'),
    script('journeys', 'test:journeys', ['--project=browser-host', `--grep-invert=${sweepMark}`]),
  ];
  ended.push(...(await runStages(tests, tests.length, write)));
}
write(`\n${summaryOf(ended)}\n${(performance.now() / 60_000).toFixed(1).padStart(5)} min  in all\n`);
process.exitCode = ended.every(({ code }) => code === 0) ? 0 : 1;
