import type { Account } from './accounts.ts';
import { entryOf, listed, ofKey, rowsOf, these, type Books, type Row } from './books.ts';
import type { SimPc } from './sim-pc.ts';
import type { SimService } from './sim-service.ts';

interface OrderingHost {
  books: Books;
  service: () => SimService;
  broken: (what: string) => void;
  /** the PC in use */
  pc: () => SimPc;
}

/**
 * Order of sending: an entry waits for what it depends on and for earlier entries with its key, and for nothing else.
 */
export function ordering(host: OrderingHost) {
  const { books, broken } = host;
  return {
    /**
     * An entry takes effect after those it depends on, unless they ended without effect or were still drafts when it
     * was submitted.
     */
    afterNeeded(what: string, { endpoint, key }: Account, needs: string): void {
      const pc = host.pc();
      const from = endpoint === 4 ? [15] : endpoint === 10 ? [4] : [1, 2, 6, 9, 10];
      const [own] = rowsOf(pc, `+endpoint = ? AND ${ofKey}`, endpoint, key).slice(-1);
      const ownSince = own ? openSince(pc, own.seq) : Infinity;
      // A lost folder sent it, according to its own dependencies; here it is a draft.
      if (ownSince === Infinity) return;
      const waits = rowsOf(pc, `${ofKey} AND +endpoint IN (${from.join()})`, needs).filter(
        ({ seq, state, asks }) =>
          (state === 'queued' || state === 'refused' || (state === 'sending' && asks === null)) &&
          openSince(pc, seq) < ownSince,
      );
      const service = host.service();
      if (waits.length > 0 && !from.some((one) => service.accountOf(one, needs)?.effects.length))
        broken(`rule 3: ${what} went before ${needs}, which it needs`);
    },

    /** Rule 4: an entry waits for what it depends on, and for earlier ones with its own key. */
    heldRight(pc: SimPc, seqs: readonly number[]): void {
      const held = pc.rows<Pick<Row, 'key' | 'request' | 'state'> & { holder: string }>(
        `SELECT e.key, e.request, e.state, h.key AS holder FROM entry e JOIN entry h ON h.seq = e.held_by WHERE e.seq IN ${these}`,
        listed(seqs),
      );
      for (const { key, request, state, holder } of held) {
        if (state === 'sending') broken(`rule 3: ${key} is sent, though it waits for ${holder}`);
        if (holder !== key && holder !== books.contents.get(entryOf({ request }))?.needs)
          broken(`rule 4: ${key} waits behind ${holder}, which it does not need`);
      }
      const left = pc.rows<{ key: string; holder: string }>(
        `SELECT e.key, h.key AS holder FROM entry e JOIN entry h ON h.seq = e.held_by
         WHERE h.seq IN ${these} AND e.state = 'queued' AND h.state IN ('accepted', 'done', 'withdrawn')`,
        listed(seqs),
      );
      for (const { key, holder } of left) broken(`rule 3: ${key} waits for ${holder}, which is over`);
    },

    /** Whether it waits for an entry that is refused, queued or a draft. */
    isHeld(pc: SimPc, { seq }: Row): boolean {
      const [held] = pc.rows<{ state: string }>(
        'SELECT h.state FROM entry e JOIN entry h ON h.seq = e.held_by WHERE e.seq = ?',
        seq,
      );
      return held !== undefined && ['refused', 'draft', 'queued'].includes(held.state);
    },
  };
}

/** The history step at which an entry stopped being a draft. */
const openSince = (pc: SimPc, seq: number): number =>
  pc.rows<{ step: number | null }>(
    `SELECT max(seq) AS step FROM history WHERE entry = ? AND event IN ('capture', 'submit') AND to_state = 'queued'`,
    seq,
  )[0]?.step ?? Infinity;
