import { parsePreferences } from '../../renderer/choices/choices.svelte.ts';
import { chooseBanner, endpointsToShow } from '../../renderer/frame/choose-banner.ts';
import { addressOf, readAddress } from '../../renderer/state/route.svelte.ts';
import { throttle } from '../../renderer/state/throttle.ts';
import { fakeDesk } from '../support/fake-desk.ts';
import { describe, expect, it } from 'vitest';

const up = { isAnswering: true, isAuthorized: true };

describe('the banner', () => {
  const { sync, state } = fakeDesk(0, 0);

  it('is absent while nothing stops the desk, even offline', () => {
    expect(chooseBanner(up, sync, state)).toBe(null);
    expect(chooseBanner(up, { ...sync, connection: 'offline' }, state)).toBe(null);
  });

  it('shows the most severe problem first, with one remedy', () => {
    const paused = { ...sync, pause: { why: 'unauthorized', message: 'no' } } as const;
    const warned = { ...state, warnings: [{ code: 'journal', params: {} }] } as const;
    expect(chooseBanner({ isAnswering: false, isAuthorized: true }, paused, state)?.code).toBe('gone');
    expect(chooseBanner({ isAnswering: false, isAuthorized: false }, paused, state)?.code).toBe('not-let-in');
    expect(chooseBanner(up, paused, { ...warned, warnings: [...warned.warnings] })).toMatchObject({
      code: 'unauthorized',
      remedy: 'settings',
    });
    expect(chooseBanner(up, { ...sync, connection: 'stopped' }, state)).toMatchObject({
      code: 'stopped',
      remedy: 'none',
    });
    const full = { code: 'cannot-save', params: { reason: 'full', folder: '/data' } } as const;
    expect(chooseBanner(up, paused, { ...state, warnings: [full] })).toMatchObject({
      code: 'cannot-save',
      problem: { kind: 'disk', params: full.params },
    });
    const stuck = { kind: 'bad-setting', message: '', params: { name: 'headerName', reason: 'own-header' } } as const;
    expect(chooseBanner(up, { ...sync, connection: 'stopped' }, { ...state, cannotDeliver: stuck })).toMatchObject({
      code: 'cannot-deliver-as-set',
      remedy: 'settings',
      problem: stuck,
    });
    expect(chooseBanner(up, sync, { ...warned, warnings: [...warned.warnings] })?.code).toBe('journal');
  });

  it('shows unknown free space as unknown, and not as nearly full', () => {
    const shown = (params: Record<string, string | number>) =>
      chooseBanner(up, sync, { ...state, warnings: [{ code: 'disk', params }] });
    expect(shown({ folder: '/share', reason: 'unknown' })).toMatchObject({ code: 'disk-unknown', tone: 'ask' });
    expect(shown({ folder: '/data', megabytes: 12 })?.code).toBe('disk');
  });

  it('reports failing endpoints, but not each of them while the desk is offline', () => {
    const ill = {
      ...sync,
      pausedEndpoints: [{ endpoint: 6, status: 403, message: '' }],
      troubledEndpoints: [{ endpoint: 2, why: 'no-answer' as const, status: null, waiting: 3 }],
    };
    const { pausedEndpoints, troubledEndpoints } = ill;
    expect(endpointsToShow(ill)).toEqual({ pausedEndpoints, troubledEndpoints });
    expect(endpointsToShow({ ...ill, connection: 'offline' })).toEqual({ pausedEndpoints, troubledEndpoints: [] });
    expect(endpointsToShow(null)).toEqual({ pausedEndpoints: [], troubledEndpoints: [] });
  });
});

describe('choices', () => {
  it('start in the language of the system', () => {
    expect(parsePreferences(null, ['zh-TW', 'en']).language).toBe('zh-CN');
    expect(parsePreferences(null, ['sv-SE']).language).toBe('en');
  });

  it('are read from any stored value, with defaults for invalid parts', () => {
    expect(parsePreferences({ language: 'tlh', theme: 'dark', locale: 'not a locale!', operator: 7 }, ['en'])).toEqual({
      language: 'en',
      theme: 'dark',
      contrast: 'system',
      serviceNames: false,
      keyCaps: false,
      locale: '',
      operator: '',
    });
  });
});

describe('addresses', () => {
  it('lead to a screen and its subpath, or to the first screen if invalid', () => {
    expect(readAddress(addressOf('label-order', 'mend', 'a/b c'))).toEqual({
      screen: 'label-order',
      segments: ['mend', 'a/b c'],
    });
    expect(readAddress('')).toEqual({ screen: 'today', segments: [] });
    expect(readAddress('#/nowhere/%E0%A4%A')).toEqual({ screen: 'today', segments: [] });
    // screens of earlier versions
    for (const gone of ['#/design', '#/meter']) expect(readAddress(gone)).toEqual({ screen: 'today', segments: [] });
  });
});

describe('soon', () => {
  it('runs immediately, then once for many calls, and never concurrently', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const again = throttle(async () => {
      runs++;
      most = Math.max(most, ++running);
      await new Promise((done) => setTimeout(done, 5));
      running--;
    }, 1);
    again();
    expect(runs).toBe(1);
    for (let at = 0; at < 50; at++) again();
    await new Promise((done) => setTimeout(done, 60));
    expect(runs).toBe(2);
    expect(most).toBe(1);
  });
});
