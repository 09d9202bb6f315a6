import { deskContract } from '../../shared/contract/desk-contract.ts';
import { benchLines } from './bench-lines.ts';
import { inputLines } from './input-lines.ts';
import { expectKept } from './kept.ts';
import { readTypes } from './read-types.ts';
import { toldProblems } from './told-problems.ts';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const here = 'test/golden/public-types.ts';
const benches = globSync('test/bench/**/*.ts', { cwd: join(import.meta.dirname, '../..') });
const types = readTypes([
  here,
  'electron/hosts/command-line/command-line.ts',
  'electron/hosts/browser/browser-host.ts',
  ...workers(),
  ...benches,
]);
const all = (name: string) => types.partsOf(types.exported(here, name));

function workers(): string[] {
  return globSync('electron/desk/threads/*-worker.ts', { cwd: join(import.meta.dirname, '../..') });
}

it('public names of states, events, lists, questions and codes are unchanged', () => {
  const lines = all('Words').flatMap(({ name, type }) => types.wordsOf(type).map((word) => `${name}: ${word}`));
  expect(lines.length).toBeGreaterThan(150);
  expectKept('words.txt', lines);
});

it('each problem has the parameters it had before', () => {
  expectKept('problems.txt', toldProblems(types, ['problem', 'fail']));
});

it('public records have the fields they had before: reasons, events, journal lines and bench lines', () => {
  expectKept(
    'records.txt',
    // The compiler's order depends on how other code uses the records.
    all('Shapes')
      .flatMap(({ name, type }) => types.linesOf(type, name))
      .toSorted(),
  );
});

it('each procedure of the desk takes and returns what it did before', () => {
  const answers = new Map(all('Answers').map(({ name, type }) => [name, type]));
  const told = new Map<string, string>();
  const lines = Object.entries(deskContract)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, { input, worker }]) => {
      const answer = answers.get(name);
      if (!answer) throw new Error(`${name} answers nothing`);
      return [
        `${name} is answered by the ${worker}`,
        ...inputLines(input, `${name} takes `),
        // The compiler's order depends on how other code uses the records.
        ...once(told, types.linesOf(answer, '').toSorted(), `${name} answers `),
      ];
    });
  expectKept('procedures.txt', lines);
});

it('each bench prints the lines it printed before', () => {
  expectKept('benches.txt', benchLines(types));
});

/** Lines identical to those of an earlier procedure are replaced by its name. */
function once(told: Map<string, string>, lines: readonly string[], before: string): string[] {
  const text = lines.join('\n');
  const earlier = told.get(text);
  if (earlier !== undefined && lines.length > 3) return [`${before}as ${earlier.trim()}`];
  told.set(text, before);
  return lines.map((line) => before + line);
}
