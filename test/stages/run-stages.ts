import { coreMinutesOfEnded } from './core-minutes.ts';
import { spawn } from 'node:child_process';
import { styleText } from 'node:util';

/** A Node program that is one stage of a longer run. */
export interface Stage {
  name: string;
  /** its file and arguments */
  call: readonly string[];
}

/** A stage that runs a script of `package.json` with `words`, under a readable name. */
export const script = (name: string, npmScript: string, words: readonly string[] = []): Stage => ({
  name,
  call: [
    process.env['npm_execpath'] ?? 'npm',
    'run',
    '--silent',
    npmScript,
    ...(words.length > 0 ? ['--', ...words] : []),
  ],
});

export interface EndedStage {
  name: string;
  minutes: number;
  /** core minutes of it and of all programs it started and waited for; null if the machine does not provide them */
  coreMinutes: number | null;
  /** null if a signal ended it */
  code: number | null;
  /** the end of its output */
  last: string;
}

/** Characters kept of the end of a stage's output, which shows what failed. */
const lastLength = 4000;

type Write = (text: string) => void;

/**
 * Runs all stages, at most `atOnce` in parallel, whether or not one fails. The output of each is written in one piece,
 * in the order of the stages: the first unfinished stage prints as it runs, later ones once it is their turn.
 */
export async function runStages(stages: readonly Stage[], atOnce: number, write: Write): Promise<EndedStage[]> {
  const runs = stages.map((stage) => ({ stage, ...held(write) }));
  const ended: EndedStage[] = [];
  let next = 0;
  let shown = 0;
  const over = new Set<number>();
  const show = () => {
    runs[shown]?.dispose();
    while (over.has(shown)) runs[++shown]?.dispose();
  };
  async function work(): Promise<void> {
    for (let at = next++; at < runs.length; at = next++) {
      const run = runs[at];
      if (!run) return;
      ended[at] = await end(run.stage, run.print);
      over.add(at);
      show();
    }
  }
  show();
  await Promise.all(Array.from({ length: atOnce }, work));
  return ended;
}

/** Buffers output until `dispose`, and writes it directly from then on. */
function held(write: Write): { print: Write; dispose: () => void } {
  let kept: string[] | null = [];
  return {
    print: (text) => void (kept ? kept.push(text) : write(text)),
    dispose() {
      for (const text of kept ?? []) write(text);
      kept = null;
    },
  };
}

async function end({ name, call }: Stage, print: Write): Promise<EndedStage> {
  const began = performance.now();
  let coreMinutes: number | null = null;
  let last = '';
  const note = (text: string): void => {
    last = (last + text).slice(-lastLength);
    print(text);
  };
  print(styleText('bold', `\n${name}\n`));
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(process.execPath, call, {
    env: { ...process.env, ...colours },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', note);
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => note(`${error.message}\n`));
    child.on('exit', () => (coreMinutes = coreMinutesOfEnded()));
    child.on('close', resolve);
  });
  return { name, code, last, coreMinutes, minutes: (performance.now() - began) / 60_000 };
}

/**
 * The end of each failed stage's output, because a truncated log shows its end; then a line for each stage with its
 * duration and result.
 */
export const summaryOf = (ended: readonly EndedStage[]): string =>
  [
    ...ended.filter(({ code }) => code !== 0).map(({ name, last }) => `${name} ended in:\n${last.trimEnd()}\n`),
    linesOf(ended),
  ].join('\n');

const linesOf = (ended: readonly EndedStage[]): string =>
  ended
    .map(({ name, minutes, coreMinutes, code }) => {
      const ofCore = coreMinutes === null ? '' : `${coreMinutes.toFixed(1).padStart(5)} of a core  `;
      const took = `${minutes.toFixed(1).padStart(5)} min  ${ofCore}${name}`;
      return code === 0 ? took : styleText('red', `${took}: failed (${code === null ? 'a signal' : `exit ${code}`})`);
    })
    .join('\n');
