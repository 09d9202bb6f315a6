import type { DeskEvent, NumberedEvent } from '../../../shared/contract/desk-events.ts';
import { answerCall, type Answerer } from './answer.ts';
import type { ServerPort } from './message.ts';
import { runThread } from './serve.ts';

/** More changed ids than this are sent as `many`; a screen then reloads what it shows. */
const maxIds = 500;

/**
 * Batches events and sends fewer, numbered ones: ids of changed entries and subjects of lookups are merged; of all
 * other kinds, only the latest event is sent. `schedule` runs its argument once, after a short time.
 */
export function batchEvents(send: (event: NumberedEvent) => void, schedule: (run: () => void) => void) {
  const changedIds = new Set<string>();
  const latestEvents = new Map<string, DeskEvent>();
  let hasTooManyIds = false;
  let isScheduled = false;
  let lastNumber = 0;

  function flush(): void {
    isScheduled = false;
    if (hasTooManyIds || changedIds.size > 0)
      send({ n: ++lastNumber, event: { kind: 'entries', ids: hasTooManyIds ? 'many' : [...changedIds] } });
    for (const event of latestEvents.values()) send({ n: ++lastNumber, event });
    changedIds.clear();
    latestEvents.clear();
    hasTooManyIds = false;
  }

  function emit(event: DeskEvent): void {
    if (event.kind === 'lookup') {
      const key = `lookup ${event.about}`;
      latestEvents.set(key, mergeLookups(latestEvents.get(key), event));
    } else if (event.kind !== 'entries') latestEvents.set(event.kind, event);
    else if (event.ids === 'many') hasTooManyIds = true;
    else for (const id of event.ids) changedIds.add(id);
    if (changedIds.size > maxIds) {
      hasTooManyIds = true;
      changedIds.clear();
    }
    if (isScheduled) return;
    isScheduled = true;
    schedule(flush);
  }

  return { emit, flush };
}

type LookupEvent = Extract<DeskEvent, { kind: 'lookup' }>;

function mergeLookups(previous: DeskEvent | undefined, event: LookupEvent): LookupEvent {
  if (previous?.kind !== 'lookup') return event;
  if (previous.subjects === 'many' || event.subjects === 'many') return { ...event, subjects: 'many' };
  const subjects = [...new Set([...previous.subjects, ...event.subjects])];
  return { ...event, subjects: subjects.length > maxIds ? 'many' : subjects };
}

/** Interval for batching events: short enough that screens look live, long enough to limit events of a busy sync. */
const batchMs = 40;

interface DeskThread extends Answerer {
  close(): Promise<void> | void;
}

/** Runs a thread that serves a part of the desk contract. */
export const runDeskThread = (
  port: ServerPort | null,
  openThread: (emit: (event: DeskEvent) => void) => DeskThread | Promise<DeskThread>,
): Promise<void> =>
  runThread(port, async (emit: (event: NumberedEvent) => void) => {
    const events = batchEvents(emit, (run) => void setTimeout(run, batchMs).unref());
    const thread = await openThread(events.emit);
    return {
      ready: true,
      answer: (name, input, _serving, report) => answerCall(thread, name, input, report),
      async close() {
        await thread.close();
        events.flush();
      },
    };
  });
