import { findBrowser } from '../support/browser.ts';
import { prepareRun } from '../support/real-electron/run.ts';
import { keptElectronOr } from '../support/real-electron/test-electron.ts';
import { runStages, script, summaryOf } from './run-stages.ts';

// `npm test`: the build, then all tests. The journeys run beside the other tests, since both wait for programs and pages for a part
// of their time. Any failure ends in 1, with what failed named at the end. With `--electron-apart` the journeys of Electron are left
// to `npm run test:electron`.
const write = (text: string) => void process.stdout.write(text);
const isApart = process.argv.includes('--electron-apart');
let about = 'The journeys of Electron are run apart.';
const electron = isApart ? null : keptElectronOr((line) => (about = line));
write(`${about}\n`);

const ended = await runStages([script('build', 'build')], 1, write);
if (ended.every(({ code }) => code === 0)) {
  // chosen here, so that both run the same one and it is unpacked once
  await findBrowser();
  const run = electron && (await prepareRun(electron));
  const journeys = [
    '--project=browser-host',
    ...(isApart ? [] : [run ? '--project=electron' : '--project=electron-double']),
  ];
  const tests = [script('unit tests', 'test:units'), script('journeys', 'test:journeys', journeys)];
  ended.push(...(await runStages(tests, tests.length, write)));
  run?.end();
}
write(`\n${summaryOf(ended)}\n${(performance.now() / 60_000).toFixed(1).padStart(5)} min  in all\n${about}\n`);
process.exitCode = ended.every(({ code }) => code === 0) ? 0 : 1;
