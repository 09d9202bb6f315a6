import type { Change, ClaimedEntry, DueCheck, SyncOutbox } from '../../../electron/outbox/entry.ts';
import { transitions, type EntryEvent, type State } from '../../../shared/outbox/states.ts';
import { labelCapture } from '../../support/open-test-outbox.ts';

/** One label order of a desk. Times are those of the desk's clock (ms). */
interface Order {
  seq: number;
  state: State;
  addedAt: number;
  dueAt: number;
  tries: number;
  triedAt: number;
  reads: number;
  acceptedAt: number | null;
}

const endpoint = 2;
/** minimum number of queued orders on a busy desk, more than its slots take at once */
const backlog = 12;

/**
 * The outbox of a desk that has only label orders, in memory, because many desks would make too many commits for a test
 * in ten minutes. With `busy`, orders never run out; otherwise there are only those added. An order that is done is
 * removed. `onAccepted` receives the time from adding an order to its acceptance (ms).
 */
export function ordersInMemory(
  desk: number,
  busy: boolean,
  now: () => number,
  onAccepted: (tookMs: number) => void,
): SyncOutbox & { add(): void } {
  const orders = new Map<number, Order>();
  let seqs = 0;
  let tries = 0;

  function add(): void {
    const seq = (seqs += 1);
    const addedAt = now();
    orders.set(seq, { seq, state: 'queued', addedAt, dueAt: 0, tries: 0, triedAt: 0, reads: 0, acceptedAt: null });
  }

  const inState = (state: State): Order[] => [...orders.values()].filter((one) => one.state === state);
  function ready(at: number): Order[] {
    const queued = inState('queued');
    for (let more = busy ? backlog - queued.filter(({ dueAt }) => dueAt <= at).length : 0; more > 0; more -= 1) add();
    return inState('queued').filter(({ dueAt }) => dueAt <= at);
  }

  const idOf = ({ seq }: Order): string => `P${desk}-${seq}`;
  function claimedOf(order: Order): ClaimedEntry {
    const { body } = labelCapture(idOf(order));
    return {
      id: idOf(order),
      seq: order.seq,
      endpoint,
      key: { kind: 'PackageId', value: idOf(order) },
      request: { query: {}, body },
      attemptId: (tries += 1),
      tries: order.tries,
      maybeTaken: false,
      reached: null,
      lastRecord: null,
    };
  }

  function change(seq: number, { events, wait, reads, costsNoTry }: Change, at: number): void {
    const order = orders.get(seq);
    if (!order) return;
    for (const event of events as readonly EntryEvent[]) {
      const next = transitions[order.state][event];
      if (next === null) throw new Error(`${order.state} knows no ${event}`);
      order.state = next;
    }
    order.dueAt = wait === null ? 0 : wait.setAt + wait.forMs;
    order.reads = reads ?? order.reads;
    if (costsNoTry) order.tries -= 1;
    if (order.state === 'accepted' && order.acceptedAt === null) {
      order.acceptedAt = at;
      onAccepted(at - order.addedAt);
    }
    if (order.state === 'done') orders.delete(seq);
  }

  return {
    add,
    claim(limit, at, _target, limits, badly = limit) {
      const mine = limits.find((one) => one.endpoint === endpoint);
      const most = Math.min(limit, mine?.maxWhenAlone ?? limit, mine?.health === 'badly' ? badly : limit);
      const waiting = ready(at);
      if (mine?.isRoundRobin) waiting.sort((a, b) => a.triedAt - b.triedAt || a.seq - b.seq);
      return waiting.slice(0, Math.max(0, most)).map((order) => {
        order.state = 'sending';
        order.tries += 1;
        order.triedAt = at;
        return claimedOf(order);
      });
    },
    hasClaimable: (at) => ready(at).length > 0,
    settle: ({ seq }, _answer, _verdict, what, at) => change(seq, what, at),
    interrupted: () => [],
    dueChecks(limit, at, skip = [], underWay = new Set()) {
      if (skip.includes(endpoint)) return [];
      return inState('accepted')
        .filter((order) => order.dueAt <= at && !underWay.has(idOf(order)))
        .sort((a, b) => a.dueAt - b.dueAt)
        .slice(0, limit)
        .map((order): DueCheck => {
          const { id, seq, key, request, tries: tried, maybeTaken, reached, lastRecord } = claimedOf(order);
          const { state, reads, acceptedAt } = order;
          const of = { id, seq, endpoint, key, request, tries: tried, maybeTaken, reached, lastRecord } as const;
          return {
            ...of,
            state,
            lastAttemptId: null,
            asks: null,
            absences: 0,
            lostAtRunningMs: null,
            reads,
            acceptedAt,
            outcome: null,
          };
        });
    },
    settleCheck({ seq }, what, at) {
      change(seq, what, at);
      return true;
    },
    inTransaction: (act) => act(),
    isFolderPresent: () => true,
    nextDue(at) {
      const waits = [...orders.values()].filter(({ state }) => state === 'queued' || state === 'accepted');
      if (busy || waits.some(({ dueAt }) => dueAt <= at)) return 0;
      return waits.length === 0 ? null : Math.min(...waits.map(({ dueAt }) => dueAt - at));
    },
    isBusy: () => busy || orders.size > 0,
    countUndelivered: (of, most) => (of === endpoint ? Math.min(most, inState('queued').length) : 0),
    failingEndpoints: () => [],
    saveFailingEndpoints: () => undefined,
    runningMs: () => 0,
    addRunningMs: () => undefined,
    isStatusProven: () => true,
    textMeaning: () => null,
    recordStatusProven: () => undefined,
  };
}
