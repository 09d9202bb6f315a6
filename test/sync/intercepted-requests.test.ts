import { InterceptedRequests } from '../../electron/delivery/sync/connection.ts';
import { expect, it } from 'vitest';

const [one, other] = [
  ['e1', 'create 6'],
  ['e2', 'create 2'],
] as const;

it('an intercepted request may affect all sending until the service answers a probe and then other requests', () => {
  const intercepted = new InterceptedRequests();
  expect(intercepted.isIsolated(one)).toBe(false);
  intercepted.serviceAnswered();
  expect(intercepted.isIsolated(one)).toBe(false);
  intercepted.serviceAnswered();
  intercepted.clearIntercepted(other);
  expect(intercepted.isIsolated(one)).toBe(true);
  expect(intercepted.isIsolated(['e9', 'create 6'])).toBe(true);
});

it('a request intercepted for the first time may affect all sending until others were answered after it', () => {
  const intercepted = new InterceptedRequests();
  intercepted.isIsolated(one);
  intercepted.serviceAnswered();
  intercepted.clearIntercepted(other);
  expect(intercepted.isIsolated(other)).toBe(false);
  expect(intercepted.isIsolated(one)).toBe(false);
});

it('a request that the service answers itself counts as affecting all sending when it is intercepted again', () => {
  const intercepted = new InterceptedRequests();
  intercepted.isIsolated(one);
  intercepted.serviceAnswered();
  intercepted.clearIntercepted(other);
  intercepted.clearIntercepted(one);
  expect(intercepted.isIsolated(one)).toBe(false);
});
