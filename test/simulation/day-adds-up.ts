import { dayNamed, dayOf } from '../../electron/day/local-day.ts';
import type { DayReport, DaySums } from '../../shared/contract/day-procedures.ts';
import { finalStates, states, type State } from '../../shared/outbox/states.ts';
import type { SimPc } from './sim-pc.ts';

const isFinal = (state: State): boolean => (finalStates as readonly State[]).includes(state);
const sumOf = (byState: DaySums['byState'], which: (state: State) => boolean): number =>
  states.filter(which).reduce((sum, state) => sum + byState[state], 0);

/**
 * Checks the close of each day that the folder has seen: each entry is in one state, the parts add up to the whole,
 * what is open at the end of a day is carried over to the next, and all days together contain each entry once. Returns
 * how many days were closed.
 */
export async function dayAddsUp(pc: SimPc, broken: (what: string) => void): Promise<number> {
  const [{ first, last, entries } = { first: null, last: null, entries: 0 }] = pc.rows<{
    first: number | null;
    last: number | null;
    entries: number;
  }>(
    'SELECT (SELECT min(at) FROM history) AS first, (SELECT max(at) FROM history) AS last, (SELECT count(*) FROM entry) AS entries',
  );
  if (first === null || last === null) return 0;
  let captured = 0;
  let before: DayReport | null = null;
  let days = 0;
  for (let { name, to } = dayOf(first); ; { name, to } = dayOf(to), days += 1) {
    const answer = await pc.command('day.report', { from: name, to: name });
    if (!answer.ok) return (void broken(`the close of ${name} was not answered`), days);
    const report = answer.value;
    const all = report.captured + report.carriedOver;
    if (sumOf(report.byState, () => true) !== all) broken(`on ${name} ${all} came, and other many stand somewhere`);
    for (const which of ['captured', 'carriedOver'] as const)
      if (report.parts.reduce((sum, part) => sum + part[which], 0) !== report[which])
        broken(`on ${name} the parts of ${which} are not the whole`);
    for (const state of states)
      if (report.parts.reduce((sum, part) => sum + part.byState[state], 0) !== report.byState[state])
        broken(`on ${name} the parts of ${state} are not the whole`);
    const left = before === null ? 0 : sumOf(before.byState, (state) => !isFinal(state));
    if (report.carriedOver !== left)
      broken(`${left} were left at the end of the day before ${name}, which carries over ${report.carriedOver}`);
    captured += report.captured;
    before = report;
    if (dayNamed(name).to > last) break;
  }
  if (captured !== entries) broken(`all days together have ${captured} entries, and there are ${entries}`);
  for (const { state, count } of pc.rows<{ state: State; count: number }>(
    'SELECT state, count(*) AS count FROM entry GROUP BY state',
  ))
    if (!isFinal(state) && before?.byState[state] !== count)
      broken(`${count} stand ${state}, and the last day says ${before?.byState[state]}`);
  return days + 1;
}
