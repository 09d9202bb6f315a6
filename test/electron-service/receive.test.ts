import { receive } from '../../electron/delivery/service/receive.ts';
import { fakeTime } from '../support/fake-time.ts';
import type { Dispatcher } from 'undici';
import { describe, expect, it } from 'vitest';

/** A dispatcher that does nothing until the test calls `start`. */
function heldBack() {
  const { timer, advance: pass } = fakeTime();
  let handler: Dispatcher.DispatchHandler = {};
  const aborted: unknown[] = [];
  const controller = {
    abort: (reason: unknown) => void aborted.push(reason),
  } as unknown as Dispatcher.DispatchController;
  const dispatcher = {
    dispatch: (_options: unknown, given: Dispatcher.DispatchHandler) => {
      handler = given;
      return true;
    },
  } as unknown as Dispatcher;
  const received = receive(
    dispatcher,
    { origin: 'http://127.0.0.1', path: '/', method: 'POST' },
    { timeoutMs: 1000, capBytes: 10, timer, signal: undefined },
  );
  return { received, pass, aborted, start: () => handler.onRequestStart?.(controller, null) };
}

describe('a request', () => {
  it('reported as never sent is not sent by a connection that opens too late', async () => {
    const { received, pass, aborted, start } = heldBack();
    await pass(1000);
    expect(await received).toMatchObject({ sent: 'never', cause: 'timeout' });
    start();
    expect(aborted).toHaveLength(1);
  });
  it('under way is given up at its timeout', async () => {
    const { received, pass, aborted, start } = heldBack();
    start();
    await pass(999);
    expect(aborted).toHaveLength(0);
    await pass(1);
    expect(await received).toMatchObject({ sent: 'maybe', cause: 'timeout' });
    expect(aborted).toHaveLength(1);
  });
  it('is not started a second time', () => {
    const { aborted, start } = heldBack();
    start();
    start();
    expect(aborted).toHaveLength(1);
  });
});
