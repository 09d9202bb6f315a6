import { createQuitController, type PendingWork } from '../../../electron/hosts/electron/quit-controller.ts';
import { describe, expect, it } from 'vitest';

const two: PendingWork = { orders: 2, labels: 0 };
const nothing: PendingWork = { orders: 0, labels: 0 };
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function program(waiting: () => Promise<PendingWork>) {
  const did: string[] = [];
  let answer: (goes: boolean) => void = () => undefined;
  let isClosed: () => void = () => undefined;
  let late: () => void = () => undefined;
  const quit = createQuitController(
    {
      readPendingWork: waiting,
      ask(waiting, signal) {
        did.push(`ask ${String(waiting.orders)} ${String(waiting.labels)}`);
        signal.addEventListener('abort', () => did.push('question away'));
        return new Promise((resolve) => (answer = resolve));
      },
      close() {
        did.push('close');
        return new Promise<void>((resolve) => (isClosed = resolve));
      },
      exit: () => void did.push('end'),
    },
    (_ms, run) => {
      late = run;
      return () => (late = () => undefined);
    },
  );
  /** Returns whether the event proceeds at once. */
  const tell = (act: (event: { preventDefault(): void }) => void): boolean => {
    let goes = true;
    act({ preventDefault: () => (goes = false) });
    return goes;
  };
  return {
    did,
    quit,
    closeWindow: () => tell(quit.onWindowClose),
    quitProgram: () => tell(quit.onBeforeQuit),
    say: (goes: boolean) => (answer(goes), turn()),
    closed: () => (isClosed(), turn()),
    tooLate: () => (late(), turn()),
  };
}

describe('a program that quits', () => {
  it('ends without a question if nothing waits, once its writes are done', async () => {
    const { did, closeWindow, quitProgram, closed } = program(() => Promise.resolve(nothing));
    expect(closeWindow()).toBe(false);
    await turn();
    expect(did).toEqual(['close']);
    // Its windows close meanwhile; the program stays until the writes are done.
    expect(closeWindow()).toBe(true);
    expect(quitProgram()).toBe(false);
    await closed();
    expect(did).toEqual(['close', 'end']);
    expect(quitProgram()).toBe(true);
  });

  it('asks if something waits, and stays open if the user declines', async () => {
    const { did, closeWindow, say } = program(() => Promise.resolve(two));
    expect(closeWindow()).toBe(false);
    await turn();
    expect(did).toEqual(['ask 2 0']);
    await say(false);
    expect(did).toEqual(['ask 2 0']);
    expect(closeWindow()).toBe(false);
    await turn();
    await say(true);
    expect(did).toEqual(['ask 2 0', 'ask 2 0', 'question away', 'close']);
  });

  it.each([
    ['a second request to quit', (one: ReturnType<typeof program>) => void one.quitProgram()],
    ['the end of the session', (one: ReturnType<typeof program>) => one.quit.quitNow()],
  ])('is not delayed by the question on %s, and closes once', async (_name, act) => {
    const one = program(() => Promise.resolve(two));
    one.closeWindow();
    await turn();
    act(one);
    expect(one.did).toEqual(['ask 2 0', 'question away', 'close']);
    await one.say(false);
    act(one);
    await one.closed();
    expect(one.did).toEqual(['ask 2 0', 'question away', 'close', 'end']);
  });

  it('asks nothing at the end of a session', () => {
    const { did, quit } = program(() => Promise.resolve(two));
    quit.quitNow();
    expect(did).toEqual(['close']);
  });

  it('is not delayed by a desk that cannot report what waits', async () => {
    const hangs = program(() => new Promise(() => undefined));
    hangs.closeWindow();
    await turn();
    expect(hangs.did).toEqual([]);
    await hangs.tooLate();
    expect(hangs.did).toContain('close');
    const fails = program(() => Promise.reject(new Error('no desk')));
    fails.closeWindow();
    await turn();
    expect(fails.did).toContain('close');
  });
});
