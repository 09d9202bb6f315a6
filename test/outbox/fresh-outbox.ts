import type { Capture } from '../../electron/outbox/capture.ts';
import type { Change, ClaimedEntry } from '../../electron/outbox/entry.ts';
import { createNumbers } from '../../shared/creates/create-kinds.ts';
import { openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { afterEach, beforeEach } from 'vitest';

/** Reason of a transition, and a refusal by the service. */
export const because = { said: 'a test' };
export const refused = { events: ['refused'] as const, why: because, reason: { code: '', text: 'no', field: null } };

/** Opens a fresh outbox for each test of a file, and returns the steps that most tests take. */
export function freshOutbox() {
  let desk: TestOutbox;
  beforeEach(() => {
    desk = openTestOutbox();
  });
  afterEach(() => desk.close());

  let commands = 0;
  const command = () => `command-${++commands}`;
  return {
    /** the outbox of the running test */
    box: (): TestOutbox => desk,
    /** replaces it by one with this hold */
    withHold(holdMs: number): TestOutbox {
      desk.close();
      return (desk = openTestOutbox({ holdMs }));
    },
    command,
    add: (capture: Capture) => desk.outbox.enqueue(command(), capture, 'Mia', false),
    claim: (limit = 10, skip: number[] = []) =>
      desk.outbox.sync.claim(
        limit,
        desk.now(),
        'practice',
        createNumbers
          .filter((endpoint) => skip.includes(endpoint))
          .map((endpoint) => ({ endpoint, max: 0, maxWhenAlone: 0, health: 'well' as const, isRoundRobin: false })),
      ),
    settle: (claimed: ClaimedEntry, change: Partial<Omit<Change, 'why'>>) =>
      desk.outbox.sync.settle(claimed, null, 'test', { events: [], why: because, wait: null, ...change }, desk.now()),
    row: (id: string) => desk.reader.rowById(id)!,
  };
}
