import { openOutbox } from '../../../electron/outbox/open-outbox.ts';
import { why } from '../../../shared/outbox/whys.ts';
import { median, ofRounds, timed, type Figure } from '../figure.ts';
import { sampleDesk, sizesUpTo } from '../sample-desk.ts';

const rounds = 7;
const each = 60;
const together = 60;

/**
 * Claim and settle of one entry in an outbox of 10,000 and in larger ones, in alternating rounds, and of many in one
 * transaction.
 */
export function* growth(): Generator<Figure> {
  const [first = 10_000, ...larger] = sizesUpTo([10_000, 100_000, 1_000_000]);
  for (const size of larger) {
    // Each comparison consumes the queued entries of a small outbox.
    const [small, large] = [outboxOf(first), outboxOf(size)];
    try {
      const turns = Array.from({ length: rounds }, () => ({ against: small.one(), measured: large.one() }));
      yield ofRounds('outbox', `claim and settle, ${size} entries`, turns, 'ms', `${first} entries`, 1.1);
    } finally {
      small.close();
      large.close();
    }
  }
  const small = outboxOf(first);
  try {
    const turns = Array.from({ length: rounds }, () => ({ against: small.one(), measured: small.many() }));
    yield ofRounds('outbox', `claim and settle in batches of ${together}, an entry`, turns, 'ms', 'one by one', 0.1);
  } finally {
    small.close();
  }
}

function outboxOf(size: number) {
  const desk = sampleDesk({ searched: false });
  desk.grow(size);
  desk.db.pragma('synchronous = FULL');
  desk.db.pragma('cache_size = -2000');
  const now = size + 1;
  const { sync } = openOutbox(desk.db, { now: () => now, newId: () => 'none', holdMs: () => 0 });
  const done = { status: 200, contentType: null, body: '{}' };
  const made = { events: ['accepted', 'made'] as const, why: why('made'), wait: null };
  const claim = (count: number) => {
    const claimed = sync.claim(count, now, 'practice', []);
    if (claimed.length < count) throw new Error('too few are queued');
    return claimed;
  };
  const settle = (one: ReturnType<typeof claim>[number]) => void sync.settle(one, done, 'accepted', made, now);
  return {
    /** median per entry, one by one (ms) */
    one: () => median(Array.from({ length: each }, () => timed(() => claim(1).forEach(settle)))),
    /** per entry in a batch (ms) */
    many: () => timed(() => sync.inTransaction(() => claim(together).forEach(settle))) / together,
    close: () => desk.close(),
  };
}
