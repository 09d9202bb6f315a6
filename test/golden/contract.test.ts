import { deskContract } from '../../shared/contract/desk-contract.ts';
import { benchLines } from './bench-lines.ts';
import { inputLines } from './input-lines.ts';
import { expectGolden } from './expect-golden.ts';
import { readTypes } from './read-types.ts';
import { problemLines } from './problem-lines.ts';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const typesFile = 'test/golden/public-types.ts';
const benches = globSync('test/bench/**/*.ts', { cwd: join(import.meta.dirname, '../..') });
const types = readTypes([
  typesFile,
  'electron/hosts/command-line/command-line.ts',
  'electron/hosts/browser/browser-host.ts',
  ...workers(),
  ...benches,
]);
const propertiesOf = (name: string) => types.partsOf(types.exported(typesFile, name));

function workers(): string[] {
  return globSync('electron/desk/threads/*-worker.ts', { cwd: join(import.meta.dirname, '../..') });
}

it('public names of states, events, lists, questions and codes are unchanged', () => {
  const lines = propertiesOf('Words').flatMap(({ name, type }) =>
    types.wordsOf(type).map((word) => `${name}: ${word}`),
  );
  expect(lines.length).toBeGreaterThan(150);
  expectGolden('words.txt', lines);
});

it('each problem has the parameters it had before', () => {
  expectGolden('problems.txt', problemLines(types, ['problem', 'fail']));
});

it('public records have the fields they had before: reasons, events, journal lines and bench lines', () => {
  expectGolden(
    'records.txt',
    // The compiler's order depends on how other code uses the records.
    propertiesOf('Shapes')
      .flatMap(({ name, type }) => types.linesOf(type, name))
      .toSorted(),
  );
});

it('each procedure of the desk takes and returns what it did before', () => {
  const answers = new Map(propertiesOf('Answers').map(({ name, type }) => [name, type]));
  const namesByText = new Map<string, string>();
  const lines = Object.entries(deskContract)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, { input, worker }]) => {
      const answer = answers.get(name);
      if (!answer) throw new Error(`${name} answers nothing`);
      return [
        `${name} is answered by the ${worker}`,
        ...inputLines(input, `${name} takes `),
        // The compiler's order depends on how other code uses the records.
        ...withoutRepeats(namesByText, types.linesOf(answer, '').toSorted(), `${name} answers `),
      ];
    });
  expectGolden('procedures.txt', lines);
});

it('each bench prints the lines it printed before', () => {
  expectGolden('benches.txt', benchLines(types));
});

/** Replaces lines that are identical to those of an earlier procedure by its name. */
function withoutRepeats(namesByText: Map<string, string>, lines: readonly string[], prefix: string): string[] {
  const text = lines.join('\n');
  const earlierPrefix = namesByText.get(text);
  if (earlierPrefix !== undefined && lines.length > 3) return [`${prefix}as ${earlierPrefix.trim()}`];
  namesByText.set(text, prefix);
  return lines.map((line) => prefix + line);
}
