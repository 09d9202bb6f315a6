import type { OpenDesks } from '../../electron/desk/workspaces/open-desks.ts';
import { desksInThread } from '../support/desk-here.ts';
import { ask, bindLive, desk, goTo, inTwoFolders, open, root, service, setService } from './two-workspaces.ts';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

inTwoFolders();

describe('a desk', () => {
  it('opened in live starts no read-only worker: its own worker knows its target', async () => {
    await open();
    await bindLive();
    await desk.close();
    const read: OpenDesks['openForReading'] = () => Promise.reject(new Error('nothing is only read'));
    await open({ desks: { ...desksInThread, openForReading: read } });
    expect((await ask('desk.state', {})).live).toMatchObject({ origin: service.url, bound: true });
  });

  it('opened in live whose own worker cannot read its target is bound nevertheless', async () => {
    await open();
    await bindLive();
    await desk.close();
    const problem = { kind: 'disk', message: 'The disk takes nothing.', params: {} } as const;
    await open({
      desks: {
        ...desksInThread,
        async openAsOwner(options) {
          const kept = await desksInThread.openAsOwner(options);
          return { ...kept, trouble: () => problem, call: () => Promise.resolve({ ok: false, problem }) };
        },
      },
    });
    expect((await ask('desk.state', {})).live).toMatchObject({ origin: service.url, bound: true });
  });

  it('opened in practice opens while the live folder is still being read, and then knows its target', async () => {
    await open();
    await bindLive();
    await goTo('practice');
    await desk.close();
    const opened = Promise.withResolvers<undefined>();
    await open({
      desks: {
        async openAsOwner(options) {
          const kept = await desksInThread.openAsOwner(options);
          opened.resolve(undefined);
          return kept;
        },
        openForReading: (options) => opened.promise.then(() => desksInThread.openForReading(options)),
      },
    });
    expect((await ask('desk.state', {})).live).toMatchObject({ origin: service.url, bound: true });
  });

  it('does not write the state of its root again if it is unchanged', async () => {
    await open();
    await setService();
    const written = () => statSync(join(root, 'host', 'host.json')).ino;
    const before = written();
    await desk.close();
    await open();
    expect(written()).toBe(before);
    await goTo('live');
    expect(written()).not.toBe(before);
  });
});
