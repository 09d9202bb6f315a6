import type { Mutation } from './mutations.ts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const list = join(import.meta.dirname, 'survivors.md');
const noReason = '**no reason yet**';
const preface = `# Mistakes that no test finds

\`npm run mutants\` makes each small mistake (an inverted condition, a wrong operator, an omitted statement) in the files
that decide, one at a time, and runs the tests of that file. This page lists the mistakes that no test and no type
finds, each with the reason why it may stay: it changes no observable behaviour. The command writes the list and keeps
the reasons; it ends with 1 if one is missing. The tool is our own, because StrykerJS runs every test for 159 of the 209
mistakes in verdict.ts, and brings 189 packages for it.
`;

/** How the list describes a mistake: its line, the original text and the replacement. */
export function describe(source: string, { from, to, text, line }: Mutation): string {
  const short = (words: string): string => words.replaceAll(/\s+/g, ' ').replace(/^(.{70}).+$/, '$1…');
  const start = source.lastIndexOf('\n', from) + 1;
  const whole = (source.split('\n')[line - 1] ?? '').trim();
  const before = source.slice(start, from).trim().length;
  return `\`${short(whole)}\` at ${String(before + 1)}: \`${short(source.slice(from, to))}\` → \`${text === ';' || text === '' ? 'nothing' : short(text)}\``;
}

/** Reads the list as reasons by file and mistake; empty if there is no reason yet. */
function readList(): Map<string, Map<string, string>> {
  const files = new Map<string, Map<string, string>>();
  let mistakes = new Map<string, string>();
  for (const line of existsSync(list) ? readFileSync(list, 'utf8').split('\n') : []) {
    if (line.startsWith('## ')) files.set(line.slice(3), (mistakes = new Map<string, string>()));
    const [, mistake, reason = ''] = /^- (.+?` → `.+?`): (.+)$/.exec(line) ?? [];
    if (mistake !== undefined) mistakes.set(mistake, reason === noReason ? '' : reason);
  }
  return files;
}

/** Mistakes that are listed for a file. */
export const listedIn = (file: string): ReadonlySet<string> => new Set(readList().get(file)?.keys());

/**
 * Rewrites the list for the files that were examined, leaves the others unchanged, and returns how many mistakes lack a
 * reason.
 */
export function writeSurvivors(found: ReadonlyMap<string, readonly string[]>): number {
  const before = readList();
  const files = new Map([...before].map(([file, mistakes]) => [file, [...mistakes.keys()]] as const));
  for (const [file, mistakes] of found) files.set(file, [...mistakes]);
  const parts = [...files]
    .filter(([, mistakes]) => mistakes.length > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, mistakes]) => {
      const reasonOf = (mistake: string): string => before.get(file)?.get(mistake) || noReason;
      return `\n## ${file}\n\n${mistakes.map((mistake) => `- ${mistake}: ${reasonOf(mistake)}`).join('\n')}\n`;
    });
  writeFileSync(list, preface + parts.join(''));
  return parts.join('').split(noReason).length - 1;
}
