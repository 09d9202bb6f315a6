import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import { secretsInMemory } from '../../electron/secrets/secret-store.ts';
import { switchingDesk, type SwitchingDesk } from '../../electron/workspaces/switching-desk.ts';
import { startDeskHere } from '../support/desk-here.ts';

let root: string;
let desk: SwitchingDesk | null = null;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'parcel-desk-told-'))));
afterEach(async () => {
  await desk?.close();
  rmSync(root, { recursive: true, force: true });
});

describe('a desk that has something to tell while it is being opened', () => {
  it('is opened all the same, and nobody hears of a desk that is none yet', async () => {
    const told: DeskEvent[] = [];
    const opens: string[] = [];
    desk = await switchingDesk(
      {
        root,
        secrets: secretsInMemory(),
        named: { knows: () => false, learn: () => undefined },
        desks: {
          async keep(options) {
            const begun = await startDeskHere(options);
            return {
              ...begun,
              onEvent(hear) {
                begun.onEvent(hear);
                opens.push(options.folder);
                hear({ n: 1, event: { kind: 'settings' } });
              },
            };
          },
          read: () => Promise.reject(new Error('nothing is only read')),
        },
        host: 'browser',
        version: '0.0.0',
        printers: false,
        now: () => 0,
        emit: (event) => void told.push(event),
        after: () => undefined,
      },
      { root: null, mode: 'practice', service: null, commands: [] },
      null,
    );
    expect(opens).toHaveLength(1);
    expect(told).toEqual([]);
    expect((await desk.state()).mode).toBe('practice');
  });
});
