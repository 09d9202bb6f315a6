import '../support/quick-folder.ts';
import { prepareRun } from '../support/real-electron/run.ts';
import { aboutElectron, bringElectron } from '../support/real-electron/test-electron.ts';
import { runStages, script, summaryOf } from './run-stages.ts';

// `npm run test:electron [-- WORDS]`: the journeys in a real Electron, which is fetched where there is none; words are Playwright's, as
// `--project=electron` for those in which a host can make a difference. With `--packed` they drive the twin of the package.
const write = (text: string) => void process.stdout.write(text);
const isPacked = process.argv.includes('--packed');
const words = process.argv.slice(2).filter((word) => word !== '--packed');

const projects = words.some((word) => word.startsWith('--project'))
  ? []
  : ['--project=electron', '--project=electron-screens'];

const electron = await bringElectron((line) => write(`${line}\n`));
write(`${aboutElectron(electron)}\n`);
const ended = await runStages([{ name: 'build', call: ['electron/hosts/start/build-if-stale.ts'] }], 1, write);
if (ended.every(({ code }) => code === 0)) {
  const run = await prepareRun(electron, isPacked);
  try {
    ended.push(
      ...(await runStages([script('journeys in Electron', 'test:journeys', [...projects, ...words])], 1, write)),
    );
  } finally {
    run.end();
  }
}
write(`\n${summaryOf(ended)}\n${aboutElectron(electron)}${isPacked ? ', packed' : ''}\n`);
process.exitCode = ended.every(({ code }) => code === 0) ? 0 : 1;
