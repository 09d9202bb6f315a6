import { expect, it, onTestFinished } from 'vitest';
import { folderGuard } from '../../../electron/rpc/folder/folder-guard.ts';
import { fakeTime } from '../../support/fake-time.ts';
import { openTestOutbox } from '../../support/open-test-outbox.ts';

/** A guard over a real folder, of which other places have not said yet whether it is the one to work in. */
function guarded() {
  const desk = openTestOutbox();
  const time = fakeTime();
  const answered = Promise.withResolvers<void>();
  const guard = folderGuard({
    folder: desk.folder,
    lock: { held: () => true },
    timer: time.timer,
    generations: { ready: answered.promise, superseded: () => null },
    report: () => undefined,
  });
  onTestFinished(() => {
    guard.close();
    desk.close();
  });
  const { 'entry.enqueue': capture } = guard.guard({
    'entry.enqueue': async () => ({ id: 'e1', key: 'A1', state: 'queued' as const, already: false, warnings: [] }),
  });
  const { claim } = guard.guardSync({ ...desk.outbox.sync, claim: () => ['claimed'] as never });
  let done = false;
  void Promise.resolve(capture()).then(() => (done = true));
  return { time, answered, isCaptured: () => done, claims: () => claim(1, 0, 'practice', []).length };
}

it('a place that says nothing holds a capture up for less than a second, and nothing is sent before it has had its time', async () => {
  const { time, answered, isCaptured, claims } = guarded();
  await time.pass(700);
  expect(isCaptured()).toBe(false);
  await time.pass(200);
  expect(isCaptured()).toBe(true);
  expect(claims()).toBe(0);
  answered.resolve();
  await time.pass(1);
  expect(claims()).toBe(1);
});

it('a place that answers holds nothing up', async () => {
  const { time, answered, isCaptured } = guarded();
  answered.resolve();
  await time.pass(1);
  expect(isCaptured()).toBe(true);
});
