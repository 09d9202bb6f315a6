import { startDesk } from '../../../electron/desk/threads/desk.ts';
import type { Account } from '../service/ledger.ts';
import type { Row } from './count-ends.ts';
import { randomUUID } from 'node:crypto';

/** Decides every pending question according to the service's records, and returns how many there were. */
export async function decideByTheBooks(
  folder: string,
  rows: readonly Row[],
  accounts: readonly Account[],
): Promise<number> {
  const asking = rows.filter(({ state, asks }) => state === 'unsure' && asks !== null);
  if (asking.length === 0) return 0;
  const desk = await startDesk({ folder });
  try {
    for (const { id, endpoint, key } of asking) {
      const isThere = accounts.some((one) => one.endpoint === endpoint && one.key === key && one.effects.length > 0);
      const decision = isThere ? 'taken' : 'send-again';
      await desk.ask('entry.decide', { commandId: randomUUID(), id, decision, operator: 'by the books', why: '' });
    }
  } finally {
    await desk.close();
  }
  return asking.length;
}
