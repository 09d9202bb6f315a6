import type { Page } from 'playwright';

/** A screen that stays open while entries change, and the procedures that it calls to update itself. */
export interface OpenScreen {
  address: string;
  /** the selected tab */
  tab?: string;
  procedures: readonly string[];
  /** it shows one of the entries that change next, a different one each time, and updates only if that entry changed */
  showsOneEntry?: true;
}

export const openScreens: Readonly<Record<string, OpenScreen>> = {
  today: { address: '#/today', procedures: ['day.today'] },
  'outbox, open': { address: '#/outbox', tab: 'open', procedures: ['entries.counts', 'entries.page'] },
  'outbox, done': { address: '#/outbox', tab: 'done', procedures: ['entries.counts', 'entries.page'] },
  'outbox, all': { address: '#/outbox', tab: 'all', procedures: ['entries.counts', 'entries.page'] },
  'an entry': { address: '#/outbox', procedures: ['entries.get'], showsOneEntry: true },
  labels: { address: '#/labels', procedures: ['labels.counts', 'labels.page'] },
  'close of day': { address: '#/close', procedures: ['day.report', 'day.missing'] },
  handover: { address: '#/handover', procedures: ['handover.list', 'handover.carriers'] },
};

interface ShownCall {
  name: string;
  startedAt: number;
  shownAt: number;
}
interface EntryEventRecord {
  receivedAt: number;
  ids: readonly string[] | 'many';
}

/**
 * Runs before the scripts of the page: records the events about entries, and each call until the frame that shows its
 * answer.
 */
export function recordCalls(): void {
  const events: EntryEventRecord[] = [];
  const calls: ShownCall[] = [];
  Object.assign(globalThis, { told: events, asked: calls });
  const originalFetch = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (input, init) => {
    const startedAt = performance.now();
    const answer = await originalFetch(input, init);
    const name = /\/rpc\/([\w.]+)$/.exec(input instanceof Request ? input.url : String(input))?.[1];
    if (name !== undefined) {
      void answer
        .clone()
        .arrayBuffer()
        .then(() =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => calls.push({ name, startedAt, shownAt: performance.now() })),
          ),
        );
    }
    return answer;
  };
  globalThis.WebSocket = class extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      this.addEventListener('message', ({ data }: MessageEvent<string>) => {
        const { event } = JSON.parse(data) as { event?: { kind: string; ids: EntryEventRecord['ids'] } };
        if (event?.kind === 'entries') events.push({ receivedAt: performance.now(), ids: event.ids });
      });
    }
  };
}

/**
 * For each event about entries, measures the time until the screen shows the answers to all calls that follow it (ms);
 * infinite if the screen never makes one of them.
 */
export async function delaysOf(
  page: Page,
  { procedures: asks, showsOneEntry: ofOne }: OpenScreen,
  shownIds: readonly string[],
): Promise<number[]> {
  const { told: events, asked: calls } = await page.evaluate(() => ({
    told: Reflect.get(globalThis, 'told') as EntryEventRecord[],
    asked: Reflect.get(globalThis, 'asked') as ShownCall[],
  }));
  return events
    .filter(({ ids }) => ofOne === undefined || ids === 'many' || ids.some((id) => shownIds.includes(id)))
    .map(({ receivedAt: at }) =>
      Math.max(
        ...asks.map(
          (name) =>
            (calls.find((call) => call.name === name && call.startedAt >= at)?.shownAt ?? Number.POSITIVE_INFINITY) -
            at,
        ),
      ),
    );
}

/** Text of the screen without times and ages. */
export const screenText = (page: Page): Promise<string> =>
  page
    .locator('main')
    .innerText()
    .then((text) => text.replaceAll(/\d\d?:\d\d(?::\d\d)?|\d+ (?:sec|min|hr|days?)\b/g, ''));
