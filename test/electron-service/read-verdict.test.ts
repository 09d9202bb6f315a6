import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import { judgeRead } from '../../electron/delivery/service/verdict.ts';
import { answer, maybe, never, page } from '../support/exchanges.ts';
import { describe, expect, it } from 'vitest';

const table: [string, Exchange, object][] = [
  ['200 with JSON', answer(200, { a: 1 }), { kind: 'json', json: { a: 1 } }],
  ['404', answer(404, { Message: 'packageId not found' }), { kind: 'absent', page: false }],
  ['404 with a page', page(404), { kind: 'absent', page: true }],
  [
    '404 cut, as a page may be before its first byte',
    answer(404, '', { bodyState: 'cut' }),
    { kind: 'unread', status: 404 },
  ],
  ['404 too big', answer(404, '{"a":', { bodyState: 'too-big' }), { kind: 'unread', status: 404 }],
  ['401', answer(401), { kind: 'paused', pause: { why: 'unauthorized' } }],
  ['302', answer(302), { kind: 'paused', pause: { why: 'redirect' } }],
  ['200 with a page', page(200), { kind: 'paused', pause: { why: 'something-else-answered' } }],
  ['403', answer(403), { kind: 'unread', status: 403 }],
  ['405', answer(405), { kind: 'unread' }],
  ['400', answer(400, { Message: 'no' }), { kind: 'unread', reason: { text: 'no' } }],
  ['429', answer(429, '', { retryAfterMs: 5000 }), { kind: 'unread', afterMs: 5000 }],
  ['503', answer(503), { kind: 'unread' }],
  ['200 empty', answer(200), { kind: 'unread' }],
  ['200 cut', answer(200, '{', { bodyState: 'cut' }), { kind: 'unread' }],
  ['200 broken', answer(200, '{'), { kind: 'unread' }],
  ['no answer', maybe(), { kind: 'unreached' }],
  ['an unreachable service', never(), { kind: 'unreached' }],
  ['a TLS failure', never('tls'), { kind: 'paused', pause: { why: 'tls' } }],
];

describe('the verdict on a read', () => {
  it.each(table)('%s', (_name, exchange, expected) => {
    expect(judgeRead(16, exchange)).toMatchObject(expected);
  });
});
