import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { deskFile } from '../../../electron/database/desk-file.ts';
import type { Superseded } from '../../../electron/register/judge-folder.ts';
import { folderGuard } from '../../../electron/rpc/folder/folder-guard.ts';
import { fakeTime } from '../../support/fake-time.ts';
import { openTestOutbox } from '../../support/open-test-outbox.ts';

/** A guard over a real folder, of which other places have not said yet whether it is the one to work in. */
function guarded() {
  const desk = openTestOutbox();
  const time = fakeTime();
  const answered = Promise.withResolvers<void>();
  let superseded: Superseded | null = null;
  let saved = 0;
  const guard = folderGuard({
    folder: desk.folder,
    lock: { held: () => true },
    timer: time.timer,
    generations: { ready: answered.promise, superseded: () => superseded },
    report: () => undefined,
  });
  onTestFinished(() => {
    guard.close();
    desk.close();
  });
  const { 'entry.enqueue': capture } = guard.guard({
    'entry.enqueue': async () => {
      saved++;
      return { id: 'e1', key: 'A1', state: 'queued' as const, already: false, warnings: [] };
    },
  });
  const { claim, isThere } = guard.guardSync({ ...desk.outbox.sync, claim: () => ['claimed'] as never });
  let done = false;
  let refusal: unknown = null;
  const said = () => (done = true);
  const ask = () => void Promise.resolve(capture()).then(said, (problem: unknown) => (refusal = problem));
  ask();
  return {
    time,
    answered,
    ask,
    /** what a place has to say: the desk is worked on in another folder */
    sayWorkedOnElsewhere() {
      superseded = { by: '/other', at: 0, reason: 'restored' } as never;
      answered.resolve();
    },
    isCaptured: () => done,
    saved: () => saved,
    refusal: () => refusal,
    claims: () => claim(1, 0, 'practice', []).length,
    isThere,
    moveAway: () => renameSync(join(desk.folder, deskFile), join(desk.folder, 'moved')),
  };
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

it('what is written while the file is moved away is known not to be there', () => {
  const { isThere, moveAway } = guarded();
  expect(isThere()).toBe(true);
  moveAway();
  expect(isThere()).toBe(false);
});

it('a place that answers holds nothing up', async () => {
  const { time, answered, isCaptured } = guarded();
  answered.resolve();
  await time.pass(1);
  expect(isCaptured()).toBe(true);
});

it('a place that answers in that time that the desk is worked on elsewhere has nothing saved here', async () => {
  const { time, sayWorkedOnElsewhere, saved, refusal, isCaptured, claims } = guarded();
  await time.pass(700);
  sayWorkedOnElsewhere();
  await time.pass(1);
  expect([saved(), isCaptured()]).toEqual([0, false]);
  expect(refusal()).toMatchObject({ problem: { kind: 'folder-superseded' } });
  expect(claims()).toBe(0);
});

it('what was captured before a slower place said so is never sent, and the next capture is refused', async () => {
  const { time, ask, sayWorkedOnElsewhere, saved, refusal, claims } = guarded();
  await time.pass(900);
  expect(saved()).toBe(1);
  sayWorkedOnElsewhere();
  await time.pass(1);
  expect(claims()).toBe(0);
  ask();
  await time.pass(1);
  expect(saved()).toBe(1);
  expect(refusal()).toMatchObject({ problem: { kind: 'folder-superseded' } });
});
