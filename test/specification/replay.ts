import type { Picks, State, Successor } from './compile.ts';
import type { SpecifiedDesk } from './desk.ts';
import type { Trace } from './itf.ts';
import type { Kind } from './service.ts';
import { isDeepStrictEqual } from 'node:util';

/** The state of the specification, in its types. */
interface World {
  kind: Record<number, Kind>;
  needs: boolean;
  alwaysAsk: boolean;
  desk: Record<number, { state: string; [mark: string]: boolean | number | string }>;
  proven: readonly string[];
  wire: Record<number, string>;
  asking: Record<number, string>;
  effects: Record<number, number>;
}
const worldOf = (state: State): World => state as unknown as World;

const entries = [1, 2];
const taken = ['accepted', 'done', 'withdrawn'];

/** What the desk must show of an entry in this state. */
function shownBy({ kind, needs, desk, proven, wire, asking, effects }: World, e: number) {
  const row = desk[e];
  const onTheWay = wire[e] === 'none' || wire[e] === 'held' ? wire[e] : 'on its way';
  return {
    ...row,
    held: row?.state === 'queued' && e === 2 && needs && !taken.includes(desk[1]?.state ?? ''),
    wire: onTheWay,
    asking: asking[e] !== 'no',
    effects: effects[e],
    proven: proven.includes(kind[e] ?? ''),
  };
}

function word(picks: Picks, name: string): string {
  const value = picks[name];
  if (typeof value !== 'string') throw new Error(`the trace does not say which ${name}`);
  return value;
}

/** Maps each action of the specification to a function of the desk. */
async function act(desk: SpecifiedDesk, { action, picks }: Successor, before: World): Promise<void> {
  const e = Number(picks['e']);
  switch (action) {
    case 'claim':
      return desk.claim(e);
    case 'leave':
      return desk.leave(e);
    case 'arrive':
      return desk.arrive(e, word(picks, 'reply'));
    case 'answer':
      return desk.answer(e);
    case 'lost':
      return desk.lost(e, word(picks, 'how'));
    case 'late':
      return desk.late(e, word(picks, 'reply'));
    case 'ask':
      return desk.ask(e, word(picks, 'says'));
    case 'told':
      return desk.told(e);
    case 'decide':
      return desk.decide(e, word(picks, 'decision'), before.desk[e]?.state ?? '');
    case 'crash':
      return desk.crash();
    case 'backUp':
      return desk.backUp();
    case 'restore':
      return desk.restore();
    case 'pass':
      return desk.pass();
    default:
      throw new Error(`the desk does nothing that is called ${action}`);
  }
}

export interface Departure {
  /** number of the step after which the desk differs, and how */
  step: number;
  why: string;
}

/** The steps of a trace up to `last`, one per line. */
export const storyOf = (trace: Trace, last: number): string =>
  trace
    .slice(0, last + 1)
    .map(({ action, picks }) =>
      [action, ...Object.entries(picks).map(([name, value]) => `${name}=${JSON.stringify(value)}`)].join(' '),
    )
    .join('\n');

/** Replays a trace on the real desk and compares its whole state after each step; null if it never differs. */
export async function replay(desk: SpecifiedDesk, trace: Trace): Promise<Departure | null> {
  const [first, ...steps] = trace;
  if (!first) throw new Error('the trace is empty');
  const { kind, needs, alwaysAsk, proven } = worldOf(first.state);
  const kinds = entries.flatMap((e) => kind[e] ?? []);
  desk.begin(
    kinds,
    needs,
    alwaysAsk,
    proven,
    steps.some(({ action }) => action === 'backUp'),
  );
  let before = first;
  try {
    for (const [at, step] of steps.entries()) {
      try {
        await act(desk, step, worldOf(before.state));
      } catch (error) {
        return { step: at + 1, why: error instanceof Error ? error.message : String(error) };
      }
      for (const e of entries) {
        const [expected, found] = [shownBy(worldOf(step.state), e), desk.shows(e)];
        if (isDeepStrictEqual({ ...expected }, { ...found })) continue;
        const names = Object.keys(found) as (keyof typeof found)[];
        const other = names.filter((name) => expected[name as keyof typeof expected] !== found[name]);
        const differs = other.map(
          (name) => `${name} is ${String(found[name])}, not ${String(expected[name as keyof typeof expected])}`,
        );
        return { step: at + 1, why: `entry ${e}: ${differs.join('; ')}` };
      }
      before = step;
    }
    return null;
  } finally {
    desk.end();
  }
}
