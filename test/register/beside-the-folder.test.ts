import { openGenerations, type RemoteFolders } from '../../electron/storage/register/generations.ts';
import { fakeTime } from '../support/fake-time.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('a place beside the data folder is accessed as one that may hang, even if its path starts with that of the folder', async () => {
  const home = temporaryFolder();
  const folder = join(home, 'desk');
  const places = [join(folder, 'journal'), `${folder}-copies`];
  const read: string[] = [];
  const { timer } = fakeTime();
  const generations = openGenerations({
    step: () => 0,
    identity: { desk: 'D', folder: 'F', generation: 1 },
    folder,
    machine: join(home, 'machine'),
    noteFolders: () => places,
    remoteFolders: {
      read: async (path) => (read.push(path), null),
      write: async () => undefined,
      isSecond: async () => false,
    },
    now: () => 0,
    timer,
    onTrouble: () => undefined,
  });
  await generations.ready;
  generations.close();
  expect(read).toEqual([expect.stringContaining(`${folder}-copies`)]);
});

/** Places that keep what is written to them. */
const heldIn = (share: Map<string, string>): RemoteFolders => ({
  read: async (path) => share.get(path) ?? null,
  write: async (path, text) => share.set(path, text),
  isSecond: async () => false,
});

it('a folder records its progress in the places of its journal and backups, so that an older state is refused on another machine', async () => {
  const home = temporaryFolder();
  const share = new Map<string, string>();
  const open = async (machine: string, step: number) => {
    const generations = openGenerations({
      step: () => step,
      identity: { desk: 'D', folder: 'F', generation: 1 },
      folder: join(home, machine, 'desk'),
      machine: join(home, machine, 'register'),
      noteFolders: () => [join(home, 'share')],
      remoteFolders: heldIn(share),
      now: () => 0,
      timer: fakeTime().timer,
      onTrouble: () => undefined,
    });
    await generations.ready;
    generations.close();
    return generations.superseded();
  };
  expect(await open('here', 7)).toBe(null);
  expect(await open('there', 6)).toMatchObject({ reason: 'older', by: '' });
  expect(await open('there', 7)).toBe(null);
  expect(await open('here', 9)).toBe(null);
});

it('a desk that works for hours is never an older state of itself, even while its disk fails', async () => {
  const home = temporaryFolder();
  const { timer, advance: pass } = fakeTime();
  let step = 3;
  const share = new Map<string, string>();
  const generations = openGenerations({
    step() {
      if (step % 10 === 0) throw new Error('the disk fails');
      return step;
    },
    identity: { desk: 'D', folder: 'F', generation: 1 },
    folder: join(home, 'desk'),
    machine: join(home, 'machine'),
    noteFolders: () => [join(home, 'share')],
    remoteFolders: heldIn(share),
    now: () => 0,
    timer,
    onTrouble: () => undefined,
  });
  await generations.ready;
  for (let look = 0; look < 40; look += 1) {
    step += 3;
    await pass(5 * 60_000);
    expect(generations.superseded()).toBeNull();
  }
  generations.close();
  expect([...share.values()].at(-1)).toContain('"step":123');
});
