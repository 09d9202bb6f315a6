import { afterEach, expect, it } from 'vitest';
import { acts } from '../../renderer/keys/acts.svelte.ts';

const laid: (() => void)[] = [];
function offer(...what: Parameters<typeof acts.offer>): () => void {
  const end = acts.offer(...what);
  laid.push(end);
  return end;
}
afterEach(() => laid.splice(0).forEach((end) => end()));

const back = () => acts.doerOf('back')?.();

it('a dialog keeps its keys when the screen beneath registers its actions again', () => {
  offer({ find: () => 'found' });
  const before = offer({ back: () => 'the screen is left', withdraw: () => 'withdrawn' });
  const close = offer({ back: () => 'the dialog is closed' }, 'modal');
  expect(back()).toBe('the dialog is closed');
  before();
  offer({ back: () => 'the screen is left', withdraw: () => 'withdrawn' });
  expect(back()).toBe('the dialog is closed');
  expect(acts.doerOf('withdraw')).toBe(undefined);
  close();
  expect(back()).toBe('the screen is left');
});

it('a dialog over another dialog has the keys until it closes', () => {
  offer({ back: () => 'the first is closed' }, 'modal');
  const close = offer({ back: () => 'the second is closed' }, 'modal');
  expect(back()).toBe('the second is closed');
  close();
  expect(back()).toBe('the first is closed');
});

it('actions registered for all screens, such as switching the language, also work over a dialog', () => {
  offer({ 'switch-language': () => 'switched' }, 'over');
  offer({ back: () => 'closed' }, 'modal');
  expect(acts.doerOf('switch-language')?.()).toBe('switched');
});
