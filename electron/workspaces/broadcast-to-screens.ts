import type { DeskEvent, NumberedEvent } from '../../shared/contract/desk-events.ts';

/** Broadcasts the events of the open desk, numbered without a gap when the desk changes. */
export function broadcastToScreens() {
  const listeners: ((event: NumberedEvent) => void)[] = [];
  let lastNumber = 0;
  return {
    emit(event: DeskEvent): void {
      lastNumber += 1;
      for (const listener of listeners) listener({ n: lastNumber, event });
    },
    onEvent: (listener: (event: NumberedEvent) => void): void => void listeners.push(listener),
  };
}
