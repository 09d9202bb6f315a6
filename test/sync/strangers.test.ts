import { expect, it } from 'vitest';
import { Strangers } from '../../electron/sync/strangers.ts';

const [one, other] = [
  ['e1', 'create 6'],
  ['e2', 'create 2'],
] as const;

it('what something else answers may be in the way of all, until the service answers and others have been served', () => {
  const strangers = new Strangers();
  expect(strangers.isOwn(one)).toBe(false);
  strangers.serviceAnswered();
  expect(strangers.isOwn(one)).toBe(false);
  strangers.serviceAnswered();
  strangers.answered(other);
  expect(strangers.isOwn(one)).toBe(true);
  expect(strangers.isOwn(['e9', 'create 6'])).toBe(true);
});

it('whoever was not suspected before, and nobody since others were served, may be in the way of all', () => {
  const strangers = new Strangers();
  strangers.isOwn(one);
  strangers.serviceAnswered();
  strangers.answered(other);
  expect(strangers.isOwn(other)).toBe(false);
  expect(strangers.isOwn(one)).toBe(false);
});

it('whom the service has answered as itself is nobody’s stranger any more', () => {
  const strangers = new Strangers();
  strangers.isOwn(one);
  strangers.serviceAnswered();
  strangers.answered(other);
  strangers.answered(one);
  expect(strangers.isOwn(one)).toBe(false);
});
