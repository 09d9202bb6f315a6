import { describe, expect, it } from 'vitest';
import type { OpenDesks } from '../../electron/workspaces/open-desks.ts';
import { desksHere } from '../support/desk-here.ts';
import { ask, capture, desk, goTo, inTwoFolders, open, service, setService, until } from './two-workspaces.ts';

inTwoFolders();

/** Leaves a root whose live folder is bound to its service. */
async function boundOnce(): Promise<void> {
  await open();
  await setService();
  await goTo('live');
  await ask('settings.set', { values: { holdSeconds: 0 } });
  await capture('B1');
  await until(() => service.heard.length > 0);
}

describe('a desk that is opened', () => {
  it('in live begins no thread that only reads: the desk tells by itself where it is bound', async () => {
    await boundOnce();
    await desk.close();
    const read: OpenDesks['read'] = () => Promise.reject(new Error('nothing is only read'));
    await open({ desks: { ...desksHere, read } });
    expect((await ask('desk.state', {})).live).toMatchObject({ origin: service.url, bound: true });
  });

  it('in live, and cannot be read by its own desk, is bound where it was all the same', async () => {
    await boundOnce();
    await desk.close();
    const problem = { kind: 'disk', message: 'The disk takes nothing.', params: {} } as const;
    await open({
      desks: {
        ...desksHere,
        async keep(options) {
          const kept = await desksHere.keep(options);
          return { ...kept, trouble: () => problem, call: () => Promise.resolve({ ok: false, problem }) };
        },
      },
    });
    expect((await ask('desk.state', {})).live).toMatchObject({ origin: service.url, bound: true });
  });

  it('in practice is opened while the live folder is still being read, and knows then where that is bound', async () => {
    await boundOnce();
    await goTo('practice');
    await desk.close();
    const opened = Promise.withResolvers<undefined>();
    await open({
      desks: {
        async keep(options) {
          const kept = await desksHere.keep(options);
          opened.resolve(undefined);
          return kept;
        },
        read: (options) => opened.promise.then(() => desksHere.read(options)),
      },
    });
    expect((await ask('desk.state', {})).live).toMatchObject({ origin: service.url, bound: true });
  });
});
