import { startPracticeThread } from '../../electron/desk/threads/practice-thread.ts';
import { onFault } from '../../electron/platform/link/failure.ts';
import type { LogEntry } from '../../electron/platform/log/log-record.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a practice service that cannot start', () => {
  it('reports the problem to its caller, and the location to the log', async () => {
    const faults: LogEntry[] = [];
    const end = onFault((fault) => faults.push(fault));
    await expect(startPracticeThread({ folder, moment: 0 })).rejects.toThrow('a moment must be longer than nothing');
    end();
    expect(faults).toMatchObject([{ name: 'RangeError' }]);
  });
});
