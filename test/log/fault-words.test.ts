import { describeFault } from '../../electron/platform/link/failure.ts';
import { faultEntry } from '../../electron/platform/log/fault-entry.ts';
import { expect, it } from 'vitest';

/** Entered text with lines that look like stack frames. */
const entered = 'Li Na\n    at Elm Street 5 (Hidden door:12:3)\n  at 98765:1:1';
const known = /Li Na|Elm|Hidden|98765/;

const thrownBy = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

/** An error changed after its stack was captured. */
function changed(first: string, later: object): Error {
  const error = new Error(first);
  expect(error.stack).toContain(first);
  return Object.assign(error, later);
}

it.each<[string, unknown]>([
  ['that quotes it', new RangeError(`no number: ${entered}`)],
  ['of the JSON parser', thrownBy(() => JSON.parse(`{"a":\n at Li Na`))],
  ['whose message was changed later', changed(`first ${entered}`, { message: `then ${entered}` })],
  ['whose message was removed later', changed(entered, { message: '' })],
  ['with a custom name', Object.assign(new Error(entered), { name: 'Li Na', code: 'Elm Street' })],
  ['with a cause', new Error('x', { cause: new Error(entered) })],
  ['that aggregates several', new AggregateError([new Error(entered)], entered)],
  ['that is a string', entered],
])('a fault %s reveals no entered text, neither in the log nor on stderr', (_what, error) => {
  expect(JSON.stringify(faultEntry(error))).not.toMatch(known);
  expect(describeFault(error)).not.toMatch(known);
});

it('a fault is logged with its location, even if it had no message when created', () => {
  const late = Object.assign(new Error(), { message: entered });
  for (const error of [new Error(entered), new Error(), late]) {
    expect(faultEntry(error).frames[0]).toMatch(/^fault-words\.test\.ts:\d+:\d+$/);
    expect(describeFault(error)).toContain('fault-words.test.ts');
  }
});
