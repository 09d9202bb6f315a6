import { spawn } from 'node:child_process';
import { styleText } from 'node:util';
import { coreMinutesOfEnded } from './core-minutes.ts';

/** A program of Node's that is one stage of a longer run. */
export interface Stage {
  name: string;
  /** its file, and what it is started with */
  call: readonly string[];
}

/** What a script of `package.json` does with `words`, under a name for whoever reads what was printed. */
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
  /** of a core: its own and of all programs it began and waited for; null where the machine does not tell */
  coreMinutes: number | null;
  /** null where a signal ended it */
  code: number | null;
  /** the last of what it printed */
  last: string;
}

/** The last of a stage that is kept, in characters: what failed is told there. */
const lastLength = 4000;

type Write = (text: string) => void;

/**
 * Runs stages beside one another, at most `atOnce` at a time, all of them whatever one comes to. What each prints is written in
 * one piece, in the order of the stages: the first that has not ended prints as it goes, and those after it once it is their turn.
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

/** Keeps what is printed until it is let go, and nothing from then on. */
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

/** The last of each stage that failed, since a log that was cut shows its end; then a line for each: how long it took, and what failed. */
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
