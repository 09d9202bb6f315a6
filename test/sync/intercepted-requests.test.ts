import { InterceptedRequests } from '../../electron/delivery/sync/connection.ts';
import { expect, it } from 'vitest';

const [one, other] = [
  ['e1', 'create 6'],
  ['e2', 'create 2'],
] as const;

it('an intercepted request may affect all sending until the service answers a probe and then other requests', () => {
  const intercepted = new InterceptedRequests();
  expect(intercepted.isOwn(one)).toBe(false);
  intercepted.serviceAnswered();
  expect(intercepted.isOwn(one)).toBe(false);
  intercepted.serviceAnswered();
  intercepted.answered(other);
  expect(intercepted.isOwn(one)).toBe(true);
  expect(intercepted.isOwn(['e9', 'create 6'])).toBe(true);
});

it('a request intercepted for the first time may affect all sending until others were answered after it', () => {
  const intercepted = new InterceptedRequests();
  intercepted.isOwn(one);
  intercepted.serviceAnswered();
  intercepted.answered(other);
  expect(intercepted.isOwn(other)).toBe(false);
  expect(intercepted.isOwn(one)).toBe(false);
});

it('a request that the service answers itself counts as affecting all sending when it is intercepted again', () => {
  const intercepted = new InterceptedRequests();
  intercepted.isOwn(one);
  intercepted.serviceAnswered();
  intercepted.answered(other);
  intercepted.answered(one);
  expect(intercepted.isOwn(one)).toBe(false);
});
