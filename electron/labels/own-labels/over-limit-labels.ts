import { writePrivateFile } from '../../platform/private-files.ts';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A label is read again after this time (ms), since the machine may have been busy the last time. */
const retryAfterMs = 24 * 3_600_000;
/** Maximum number of labels remembered; the oldest are dropped first. */
const maxLabels = 1000;
/** Maximum size of the file (bytes); a larger one was not written by this program and is ignored. */
const maxFileBytes = 200_000;

const schema = z.record(z.string().regex(/^[0-9a-f]{64}$/), z.number());

/** Own labels that took more time or memory than allowed, by the SHA-256 of their content. */
export interface OverLimitLabels {
  has(sha256: string): boolean;
  add(sha256: string): void;
}

/**
 * Remembers such labels in a file of the data folder, which the preview thread and the printing thread share, also
 * after a restart. `folder` null: in memory only. If the file cannot be read or written, such a label is only read
 * again.
 */
export function overLimitLabels(folder: string | null, now: () => number): OverLimitLabels {
  const path = folder === null ? null : join(folder, 'labels-too-much.json');
  let failedAt = new Map<string, number>();
  let loadedVersion = '';

  function reload(): void {
    const file = path === null ? undefined : statSync(path, { throwIfNoEntry: false });
    const version = file ? `${file.ino} ${file.mtimeMs} ${file.size}` : '';
    if (path === null || version === loadedVersion) return;
    loadedVersion = version;
    if (!file?.isFile() || file.size > maxFileBytes) return;
    try {
      failedAt = new Map([...failedAt, ...Object.entries(schema.parse(JSON.parse(readFileSync(path, 'utf8'))))]);
    } catch {
      return;
    }
  }

  function save(): void {
    if (path === null) return;
    try {
      writePrivateFile(path, JSON.stringify(Object.fromEntries(failedAt)), { lasts: false });
    } catch {
      return;
    }
  }

  return {
    has(sha256) {
      reload();
      const failureTime = failedAt.get(sha256);
      // a clock that was set back must not prolong the time
      return failureTime !== undefined && Math.abs(now() - failureTime) < retryAfterMs;
    },
    add(sha256) {
      reload();
      failedAt.delete(sha256);
      failedAt.set(sha256, now());
      const recent = [...failedAt].filter(([, at]) => Math.abs(now() - at) < retryAfterMs);
      failedAt = new Map(recent.toSorted(([, one], [, other]) => one - other).slice(-maxLabels));
      save();
    },
  };
}
