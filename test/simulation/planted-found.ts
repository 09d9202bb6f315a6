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

const item =
  /^- `([\w/-]+)`: (?:story (\d+)|not found), ([\d.]+) s of processor time, ([\d.]+) s elapsed, code (\w+)\n {2}(.*)$/gm;

/** Parses the items of an earlier list. */
export const foundIn = (report: string): Found[] =>
  [...report.matchAll(item)].map(([, name = '', seed, cpuSeconds, seconds, tree = '', how = '']) => ({
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
    return `- ${what}: ${some} of ${rows.length} tried were found, median ${cpu.toFixed(1)} s of processor time, ${clock.toFixed(1)} s elapsed`;
  };
  const [mends, mistakes] = [true, false].map((isMend) =>
    found.filter(({ name }) => name.startsWith('mends/') === isMend),
  );
  return [
    '# Which planted mistakes the simulation finds',
    '',
    '`npm run soak -- --planted` writes this page; do not edit it by hand. The command applies each patch to a copy of the',
    'tree and runs stories there, from seed 1 on, until one breaks. It stops after one minute of processor time, or after',
    '`--cpu-seconds`; an entry "not found" has the time after which it stopped. The times include the start of the',
    'program. The elapsed time shows how busy the machine was. `code` is a hash of the code, the stories and the patch.',
    '',
    summary('planted mistakes', mistakes ?? []),
    summary('reverted fixes', mends ?? []),
    ...(found.length < all ? [`- ${all - found.length} were not tried yet`] : []),
    '',
    ...found.map(itemOf),
    '',
  ].join('\n');
}

function itemOf({ name, seed, cpuSeconds, seconds, tree, how }: Found): string {
  const story = seed === null ? 'not found' : `story ${seed}`;
  const times = `${cpuSeconds.toFixed(1)} s of processor time, ${seconds.toFixed(1)} s elapsed`;
  return `- \`${name}\`: ${story}, ${times}, code ${tree}\n  ${how}`;
}
