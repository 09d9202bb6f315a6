import { folderGuard } from '../../../electron/desk/folder/folder-guard.ts';
import { deskFile } from '../../../electron/storage/database/desk-file.ts';
import type { Superseded } from '../../../electron/storage/register/generations.ts';
import { fakeTime } from '../../support/fake-time.ts';
import { openTestOutbox } from '../../support/open-test-outbox.ts';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** A guard on a real folder, before other locations have reported whether it is the current one. */
function guarded() {
  const desk = openTestOutbox();
  const time = fakeTime();
  const answered = Promise.withResolvers<void>();
  let superseded: Superseded | null = null;
  let saved = 0;
  const guard = folderGuard({
    folder: desk.folder,
    lock: { isHeld: () => true },
    timer: time.timer,
    generations: { ready: answered.promise, superseded: () => superseded },
    report: () => undefined,
  });
  onTestFinished(() => {
    guard.close();
    desk.close();
  });
  const capture = (): Promise<unknown> => guard.guard('entry.enqueue', () => (saved += 1));
  const { claim, isFolderPresent } = guard.guardSync({
    ...desk.outbox.sync,
    claim: () => ['claimed'] as never,
  });
  let done = false;
  let refusal: unknown = null;
  const said = () => (done = true);
  const ask = () => void capture().then(said, (problem: unknown) => (refusal = problem));
  ask();
  return {
    time,
    answered,
    ask,
    /** a location reports that the desk is in use in another folder */
    sayWorkedOnElsewhere() {
      superseded = { by: '/other', at: 0, reason: 'restored' } as never;
      answered.resolve();
    },
    isCaptured: () => done,
    saved: () => saved,
    refusal: () => refusal,
    claims: () => claim(1, 0, 'practice', []).length,
    isThere: isFolderPresent,
    moveAway: () => renameSync(join(desk.folder, deskFile), join(desk.folder, 'moved')),
  };
}

it('a silent location delays a capture by less than a second, and nothing is sent before its time is up', async () => {
  const { time, answered, isCaptured, claims } = guarded();
  await time.advance(700);
  expect(isCaptured()).toBe(false);
  await time.advance(200);
  expect(isCaptured()).toBe(true);
  expect(claims()).toBe(0);
  answered.resolve();
  await time.advance(1);
  expect(claims()).toBe(1);
});

it('a file moved away during a write is detected', () => {
  const { isThere, moveAway } = guarded();
  expect(isThere()).toBe(true);
  moveAway();
  expect(isThere()).toBe(false);
});

it('a location that answers delays nothing', async () => {
  const { time, answered, isCaptured } = guarded();
  answered.resolve();
  await time.advance(1);
  expect(isCaptured()).toBe(true);
});

it('a capture is refused if a location reports in time that the desk is in use elsewhere', async () => {
  const { time, sayWorkedOnElsewhere, saved, refusal, isCaptured, claims } = guarded();
  await time.advance(700);
  sayWorkedOnElsewhere();
  await time.advance(1);
  expect([saved(), isCaptured()]).toEqual([0, false]);
  expect(refusal()).toMatchObject({ problem: { kind: 'folder-superseded' } });
  expect(claims()).toBe(0);
});

it('an entry captured before a slower location reports use elsewhere is never sent, and the next capture is refused', async () => {
  const { time, ask, sayWorkedOnElsewhere, saved, refusal, claims } = guarded();
  await time.advance(900);
  expect(saved()).toBe(1);
  sayWorkedOnElsewhere();
  await time.advance(1);
  expect(claims()).toBe(0);
  ask();
  await time.advance(1);
  expect(saved()).toBe(1);
  expect(refusal()).toMatchObject({ problem: { kind: 'folder-superseded' } });
});
