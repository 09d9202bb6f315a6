import { batchEvents } from '../../electron/platform/link/run-desk-thread.ts';
import { listen, type ClientEvent } from '../../renderer/transport/desk.ts';
import type { NumberedEvent } from '../../shared/contract/desk-events.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** A desk that emits events, a link that may lose some, and a screen that receives the rest. */
function screenBehind(isLost: (n: number) => boolean) {
  const told: ClientEvent['kind'][] = [];
  let tell: (event: NumberedEvent) => void = () => undefined;
  const onEvent = (hear: typeof tell) => {
    tell = hear;
    return () => undefined;
  };
  vi.stubGlobal('window', { parcelDesk: { onEvent } });
  listen(({ kind }) => told.push(kind));
  const desk = batchEvents(
    (event) => {
      if (!isLost(event.n)) tell(event);
    },
    () => undefined,
  );
  return {
    told,
    /** Flushes after each event, so that each has its own number. */
    say(...events: Parameters<typeof desk.emit>[0][]): void {
      for (const event of events) {
        desk.emit(event);
        desk.flush();
      }
    },
  };
}

describe('a screen', () => {
  it('that missed an event is told so before the next one', () => {
    const { told, say } = screenBehind((n) => n === 2);
    say({ kind: 'settings' }, { kind: 'desk' }, { kind: 'entries', ids: ['e1'] }, { kind: 'settings' });
    expect(told).toEqual(['settings', 'missed', 'entries', 'settings']);
  });

  it('that missed no event is not told so', () => {
    const { told, say } = screenBehind(() => false);
    say({ kind: 'settings' }, { kind: 'desk' }, { kind: 'entries', ids: ['e1'] });
    expect(told).toEqual(['settings', 'desk', 'entries']);
  });

  it('that missed several events is told so once', () => {
    const { told, say } = screenBehind((n) => n > 1 && n < 6);
    say(...Array.from({ length: 7 }, () => ({ kind: 'settings' }) as const));
    expect(told).toEqual(['settings', 'missed', 'settings', 'settings']);
  });
});
