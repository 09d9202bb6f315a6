import { writePrivateFile } from '../../platform/private-files.ts';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A label is tried again after this time (ms): the machine may have been busy with something else. */
const rememberMs = 24 * 3_600_000;
/** Labels that are remembered; the oldest are dropped first. */
const maxLabels = 1000;
/** A larger file was not written here (bytes). */
const maxFileBytes = 200_000;

const schema = z.record(z.string().regex(/^[0-9a-f]{64}$/), z.number());

/** Own labels that took more time or memory than a label may, by the SHA-256 of their content. */
export interface OverLimitLabels {
  has(sha256: string): boolean;
  add(sha256: string): void;
}

/**
 * Remembers them in a file of the data folder, so that the printing thread knows what the preview thread has found,
 * also after a restart. `folder` null: in memory only. A file that cannot be read or written only costs the time of
 * reading such a label again.
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
      const at = failedAt.get(sha256);
      // a clock that was set back must not prolong it
      return at !== undefined && Math.abs(now() - at) < rememberMs;
    },
    add(sha256) {
      reload();
      failedAt.delete(sha256);
      failedAt.set(sha256, now());
      const recent = [...failedAt].filter(([, at]) => Math.abs(now() - at) < rememberMs);
      failedAt = new Map(recent.toSorted(([, one], [, other]) => one - other).slice(-maxLabels));
      save();
    },
  };
}
