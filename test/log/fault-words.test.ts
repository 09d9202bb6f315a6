import { expect, it } from 'vitest';
import { faultEntry } from '../../electron/log/fault-entry.ts';
import { faultPlace } from '../../electron/rpc/transport/failure.ts';

/** What was entered, in lines that look like those of a stack. */
const entered = 'Li Na\n    at Elm Street 5 (Hidden door:12:3)\n  at 98765:1:1';
const known = /Li Na|Elm|Hidden|98765/;

const thrownBy = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

/** An error whose stack was written before `later` is known of it. */
function changed(first: string, later: object): Error {
  const error = new Error(first);
  expect(error.stack).toContain(first);
  return Object.assign(error, later);
}

it.each<[string, unknown]>([
  ['that quotes it', new RangeError(`no number: ${entered}`)],
  ['of a reader of JSON', thrownBy(() => JSON.parse(`{"a":\n at Li Na`))],
  ['whose message was changed since', changed(`first ${entered}`, { message: `then ${entered}` })],
  ['whose message was taken away', changed(entered, { message: '' })],
  ['with a name of its own', Object.assign(new Error(entered), { name: 'Li Na', code: 'Elm Street' })],
  ['that was caused by another', new Error('x', { cause: new Error(entered) })],
  ['that is several', new AggregateError([new Error(entered)], entered)],
  ['that is a text', entered],
])('a fault %s says nothing of what was entered, in the log and on the error stream', (_what, error) => {
  expect(JSON.stringify(faultEntry(error))).not.toMatch(known);
  expect(faultPlace(error)).not.toMatch(known);
});

it('and where it was, also where it had no message when it was made', () => {
  const late = Object.assign(new Error(), { message: entered });
  for (const error of [new Error(entered), new Error(), late]) {
    expect(faultEntry(error).frames[0]).toMatch(/^fault-words\.test\.ts:\d+:\d+$/);
    expect(faultPlace(error)).toContain('fault-words.test.ts');
  }
});
