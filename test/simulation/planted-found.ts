/** Whether stories found one planted mistake, and when. */
export interface Found {
  /** name of its patch, with `mends/` before it if it reverts a fix */
  name: string;
  /** hash of the code that was changed, the stories and the patch */
  tree: string;
  /** the story that failed; null: none */
  seed: number | null;
  /** processor time and elapsed time, both since the program started */
  cpuSeconds: number;
  seconds: number;
  how: string;
}

const head = '| mistake | found by | processor (s) | clock (s) | code | what broke |';
const row = /^\| `([\w/-]+)` +\| (?:story (\d+)|not found) +\| +([\d.]+) +\| +([\d.]+) +\| (\w+) +\| (.*?) *\|$/gm;

/** Parses the rows of an earlier list. */
export const foundIn = (report: string): Found[] =>
  [...report.matchAll(row)].map(([, name = '', seed, cpuSeconds, seconds, tree = '', how = '']) => ({
    name,
    tree,
    seed: seed === undefined ? null : Number(seed),
    cpuSeconds: Number(cpuSeconds),
    seconds: Number(seconds),
    how,
  }));

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** The list as it is kept in the repository. What was not found counts as infinitely long. */
export function foundReport(found: readonly Found[], all: number): string {
  const summary = (what: string, rows: readonly Found[]): string => {
    const times = (of: (one: Found) => number) => rows.map((one) => (one.seed === null ? Infinity : of(one)));
    const some = rows.filter(({ seed }) => seed !== null).length;
    const [cpu, clock] = [medianOf(times((one) => one.cpuSeconds)), medianOf(times((one) => one.seconds))];
    return `- ${what}: ${some} of ${rows.length} tried were found, the median after ${cpu.toFixed(1)} s of a processor (${clock.toFixed(1)} s by the clock)`;
  };
  const [mends, mistakes] = [true, false].map((isMend) =>
    found.filter(({ name }) => name.startsWith('mends/') === isMend),
  );
  return [
    '# What the simulation finds of what is planted here',
    '',
    'Written by `npm run soak -- --planted`; do not change it by hand. Each patch was applied to a copy of the tree, and stories were',
    'told there from seed 1 on until one broke, a minute of a processor at most where `--cpu-seconds` asked for no less: a row that says',
    '"not found" says after how long. The start of the program is counted in; the clock on the wall says how busy the machine was. `code` names what was tried: the code, the stories and the patch together.',
    '',
    summary('planted mistakes', mistakes ?? []),
    summary('mends taken back', mends ?? []),
    ...(found.length < all ? [`- ${all - found.length} were not tried yet`] : []),
    '',
    ...tableOf(found),
    '',
  ].join('\n');
}

function tableOf(found: readonly Found[]): string[] {
  const cells = found.map(({ name, seed, cpuSeconds, seconds, tree, how }) => [
    `\`${name}\``,
    seed === null ? 'not found' : `story ${seed}`,
    cpuSeconds.toFixed(1),
    seconds.toFixed(1),
    tree,
    how,
  ]);
  const titles = head.slice(2, -2).split(' | ');
  const widths = titles.map((title, at) => Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => (at === 2 || at === 3 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, at) => (at === 2 || at === 3 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(titles), `| ${rule.join(' | ')} |`, ...cells.map(line)];
}
