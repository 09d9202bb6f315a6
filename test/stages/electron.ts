import '../support/quick-folder.ts';
import { prepareRun } from '../support/real-electron/run.ts';
import { describeElectron, findOrFetchElectron } from '../support/real-electron/test-electron.ts';
import { runStages, script, summaryOf } from './run-stages.ts';

// `npm run test:electron [-- WORDS]` runs the journeys in a real Electron, which is downloaded if there is none. Words
// are options of Playwright, such as `--project=electron` for journeys in which the host can make a difference.
// `--packed` uses a twin of the package, `--double` a double of Electron where no real one is available.
const write = (text: string) => void process.stdout.write(text);
const own = ['--packed', '--double'] as const;
const asks = (word: (typeof own)[number]) => process.argv.includes(word);
const words = process.argv.slice(2).filter((word) => !own.some((one) => one === word));

const electron = asks('--double') ? null : await findOrFetchElectron((line) => write(`${line}\n`));
const about = electron
  ? `${describeElectron(electron)}${asks('--packed') ? ', packed' : ''}`
  : 'NOT SEEN: a real Electron. The journeys of the window run in a double, so its sandbox, its guards and its keyring are not tried.';
write(`${about}\n`);
const projects = words.some((word) => word.startsWith('--project'))
  ? []
  : (electron ? ['electron', 'electron-screens'] : ['electron-double']).map((project) => `--project=${project}`);

const ended = await runStages([{ name: 'build', call: ['electron/hosts/start/build-if-stale.ts'] }], 1, write);
if (ended.every(({ code }) => code === 0)) {
  const run = electron && (await prepareRun(electron, asks('--packed')));
  try {
    ended.push(
      ...(await runStages([script('journeys in Electron', 'test:journeys', [...projects, ...words])], 1, write)),
    );
  } finally {
    run?.end();
  }
}
write(`\n${summaryOf(ended)}\n${about}\n`);
process.exitCode = ended.every(({ code }) => code === 0) ? 0 : 1;
