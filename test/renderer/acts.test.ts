import { actions } from '../../renderer/keys/actions.svelte.ts';
import { afterEach, expect, it } from 'vitest';

const laid: (() => void)[] = [];
function offer(...what: Parameters<typeof actions.register>): () => void {
  const end = actions.register(...what);
  laid.push(end);
  return end;
}
afterEach(() => laid.splice(0).forEach((end) => end()));

const back = () => actions.handlerFor('back')?.();

it('a dialog keeps its keys when the screen beneath registers its actions again', () => {
  offer({ find: () => 'found' });
  const before = offer({ back: () => 'the screen is left', withdraw: () => 'withdrawn' });
  const close = offer({ back: () => 'the dialog is closed' }, 'modal');
  expect(back()).toBe('the dialog is closed');
  before();
  offer({ back: () => 'the screen is left', withdraw: () => 'withdrawn' });
  expect(back()).toBe('the dialog is closed');
  expect(actions.handlerFor('withdraw')).toBe(undefined);
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
  expect(actions.handlerFor('switch-language')?.()).toBe('switched');
});
