import { version } from '../../electron/hosts/program-info.ts';
import { reportOf, type Answer } from './report.ts';
import { steps } from './steps.ts';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

// `npm run check:real [-- --report FILE] [--only NAME]` leads a person with a real PC, scanner and printer through what
// no test here can see, in ten minutes. The report is written after each answer. Exits with 0 if everything was as it
// should be, otherwise with 1.
const { values } = parseArgs({ options: { report: { type: 'string' }, only: { type: 'string' } } });
const today = new Date().toISOString().slice(0, 10);
const report = values.report ?? `parcel-desk-${version}-on-a-real-pc-${today}.md`;
const asked = steps.filter(({ name }) => values.only === undefined || name.includes(values.only));

const say = (text: string): void => void process.stdout.write(`${text}\n`);
if (asked.length === 0) {
  say(`No step is called so. There are: ${steps.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
/** The line typed; null at the end of the input. */
async function read(question: string): Promise<string | null> {
  process.stdout.write(`${question} `);
  const { done, value } = await lines.next();
  return done === true ? null : value.trim();
}

async function answerTo(): Promise<Answer | null> {
  for (;;) {
    const word = (await read('As it says? [y]es, [n]o, [s]kip, [q]uit:'))?.toLowerCase();
    if (word === undefined || word === 'q') return null;
    if (word === 'y') return { was: 'yes', note: '' };
    if (word !== 'n' && word !== 's') continue;
    const note = await read(word === 'n' ? 'What did you see instead?' : 'Why?');
    return { was: word === 'n' ? 'no' : 'skipped', note: note ?? '' };
  }
}

say(`Parcel Desk ${version}: ${String(asked.length)} things to look at. Answers go to ${report}.\n`);
const machine = (await read('This PC, its system and its printer, in a few words:')) ?? '';
const answers = new Map<string, Answer>();
const keep = (): void => writeFileSync(report, reportOf({ version, today, machine, asked, answers }));
keep();
for (const [index, { name, needs, do: todo, see }] of asked.entries()) {
  say(`\n${String(index + 1)} of ${String(asked.length)}: ${name}${needs === undefined ? '' : ` (needs ${needs})`}`);
  say(`  Do:  ${todo}\n  See: ${see}`);
  const answer = await answerTo();
  if (!answer) break;
  answers.set(name, answer);
  keep();
}
const good = asked.filter(({ name }) => answers.get(name)?.was === 'yes').length;
say(`\n${String(good)} of ${String(asked.length)} were as they should be. Written to ${report}.`);
process.exit(good === asked.length ? 0 : 1);
