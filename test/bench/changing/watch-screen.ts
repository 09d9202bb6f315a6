import type { Page } from 'playwright';

/** A screen that stays open while entries change, and the calls with which it updates itself. */
export interface OpenScreen {
  address: string;
  /** the selected tab */
  tab?: string;
  asks: readonly string[];
  /** it shows one of the entries that change next, a different one each time, and updates only if that one changed */
  ofOne?: true;
}

export const openScreens: Readonly<Record<string, OpenScreen>> = {
  today: { address: '#/today', asks: ['day.today'] },
  'outbox, open': { address: '#/outbox', tab: 'open', asks: ['entries.counts', 'entries.page'] },
  'outbox, done': { address: '#/outbox', tab: 'done', asks: ['entries.counts', 'entries.page'] },
  'outbox, all': { address: '#/outbox', tab: 'all', asks: ['entries.counts', 'entries.page'] },
  'an entry': { address: '#/outbox', asks: ['entries.get'], ofOne: true },
  labels: { address: '#/labels', asks: ['labels.counts', 'labels.page'] },
  'close of day': { address: '#/close', asks: ['day.report', 'day.missing'] },
  handover: { address: '#/handover', asks: ['handover.list', 'handover.carriers'] },
};

interface Asked {
  name: string;
  from: number;
  drawn: number;
}
interface Told {
  at: number;
  ids: readonly string[] | 'many';
}

/** Runs before the page's scripts: records events about entries, and calls until the frame that shows their answer. */
export function noteAsks(): void {
  const told: Told[] = [];
  const asked: Asked[] = [];
  Object.assign(globalThis, { told, asked });
  const bare = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (input, init) => {
    const from = performance.now();
    const answer = await bare(input, init);
    const name = /\/rpc\/([\w.]+)$/.exec(input instanceof Request ? input.url : String(input))?.[1];
    if (name !== undefined) {
      void answer
        .clone()
        .arrayBuffer()
        .then(() =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => asked.push({ name, from, drawn: performance.now() })),
          ),
        );
    }
    return answer;
  };
  globalThis.WebSocket = class extends WebSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given);
      this.addEventListener('message', ({ data }: MessageEvent<string>) => {
        const { event } = JSON.parse(data) as { event?: { kind: string; ids: Told['ids'] } };
        if (event?.kind === 'entries') told.push({ at: performance.now(), ids: event.ids });
      });
    }
  };
}

/**
 * For each event about entries, the time until the screen shows the answers to all its following calls (ms); infinite
 * if it never does.
 */
export async function lateOf(page: Page, { asks, ofOne }: OpenScreen, shown: readonly string[]): Promise<number[]> {
  const { told, asked } = await page.evaluate(() => ({
    told: Reflect.get(globalThis, 'told') as Told[],
    asked: Reflect.get(globalThis, 'asked') as Asked[],
  }));
  return told
    .filter(({ ids }) => ofOne === undefined || ids === 'many' || ids.some((id) => shown.includes(id)))
    .map(({ at }) =>
      Math.max(
        ...asks.map(
          (name) => (asked.find((one) => one.name === name && one.from >= at)?.drawn ?? Number.POSITIVE_INFINITY) - at,
        ),
      ),
    );
}

/** Text of the screen without times and ages. */
export const textOf = (page: Page): Promise<string> =>
  page
    .locator('main')
    .innerText()
    .then((text) => text.replaceAll(/\d\d?:\d\d(?::\d\d)?|\d+ (?:sec|min|hr|days?)\b/g, ''));
