import type { Seeded } from '../../simulation/seeded.ts';
import type { File, Operation } from './recording.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const sector = 512;

/**
 * Writes to `to` what a disk may hold if the power fails after `count` operations: everything a sync covered, and any
 * part of the rest, in any order, with the sectors of one write torn apart. File names keep their order, as in a
 * journaling file system, and a synced file has its name.
 */
export function writeStateAfter(
  done: readonly Operation[],
  count: number,
  random: Seeded,
  from: string,
  to: string,
): void {
  const until = done.slice(0, count);
  const synced = new Map<File, number>();
  let namesUntil = 0;
  for (const operation of until) {
    if (operation.kind === 'sync') synced.set(operation.file, operation.began);
    if (operation.kind === 'sync-names') namesUntil = Math.max(namesUntil, operation.began);
  }
  until.forEach((operation, at) => {
    if (operation.kind === 'name' && (synced.get(operation.file) ?? 0) > at) namesUntil = Math.max(namesUntil, at + 1);
  });

  const names = new Map<string, File>();
  let kept = true;
  until.forEach((operation, at) => {
    if (operation.kind !== 'name' && operation.kind !== 'unname') return;
    kept &&= at < namesUntil || random.chance(0.6);
    if (!kept) return;
    if (operation.kind === 'name') names.set(operation.path, operation.file);
    else names.delete(operation.path);
  });

  // In some states all unsynced writes have reached the disk, in some none.
  const share = random.one([0, 0.2, 0.5, 0.8, 1]);
  for (const [path, file] of names) {
    const holds = contents(file.most);
    until.forEach((operation, at) => {
      if ((operation.kind !== 'write' && operation.kind !== 'truncate') || operation.file !== file) return;
      const isSafe = at < (synced.get(file) ?? 0);
      if (!isSafe && !random.chance(share)) return;
      if (operation.kind === 'truncate') holds.resize(operation.size);
      else holds.write(operation.at, operation.bytes, isSafe || random.chance(0.6) ? null : random);
    });
    const place = join(to, path.slice(from.length));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, holds.bytes());
  }
}

/** The contents of a file of at most `most` bytes; bytes never written are zero. */
function contents(most: number) {
  const whole = Buffer.alloc(most);
  let size = 0;
  return {
    bytes: (): Buffer => whole.subarray(0, size),
    resize(to: number): void {
      if (to < size) whole.fill(0, to, size);
      size = to;
    },
    /** Writes all bytes, or, if torn, only some of the sectors. */
    write(at: number, bytes: Buffer, torn: Seeded | null): void {
      size = Math.max(size, at + bytes.length);
      for (let from = 0; from < bytes.length;) {
        const to = Math.min(bytes.length, (Math.floor((at + from) / sector) + 1) * sector - at);
        if (!torn || torn.chance(0.5)) bytes.copy(whole, at + from, from, to);
        from = to;
      }
    },
  };
}
