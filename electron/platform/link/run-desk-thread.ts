import type { DeskEvent, NumberedEvent } from '../../../shared/contract/desk-events.ts';
import { answer, type Answerer } from './answer.ts';
import type { ServerPort } from './message.ts';
import { runThread } from './serve.ts';

/** More changed ids are sent as `many`: the screen then reloads what it shows. */
const maxIds = 500;

/**
 * Batches events for a moment and sends few numbered ones: ids of changed entries and subjects of lookups are merged,
 * of all other kinds only the latest is sent. `later(run)` runs its argument once, soon.
 */
export function batchEvents(send: (event: NumberedEvent) => void, schedule: (run: () => void) => void) {
  const changed = new Set<string>();
  const latest = new Map<string, DeskEvent>();
  let many = false;
  let isScheduled = false;
  let n = 0;

  function flush(): void {
    isScheduled = false;
    if (many || changed.size > 0) send({ n: ++n, event: { kind: 'entries', ids: many ? 'many' : [...changed] } });
    for (const event of latest.values()) send({ n: ++n, event });
    changed.clear();
    latest.clear();
    many = false;
  }

  function emit(event: DeskEvent): void {
    if (event.kind === 'lookup') {
      const place = `lookup ${event.about}`;
      latest.set(place, mergeLookups(latest.get(place), event));
    } else if (event.kind !== 'entries') latest.set(event.kind, event);
    else if (event.ids === 'many') many = true;
    else for (const id of event.ids) changed.add(id);
    if (changed.size > maxIds) {
      many = true;
      changed.clear();
    }
    if (isScheduled) return;
    isScheduled = true;
    schedule(flush);
  }

  return { emit, flush };
}

type LookupEvent = Extract<DeskEvent, { kind: 'lookup' }>;

function mergeLookups(before: DeskEvent | undefined, event: LookupEvent): LookupEvent {
  if (before?.kind !== 'lookup') return event;
  if (before.subjects === 'many' || event.subjects === 'many') return { ...event, subjects: 'many' };
  const subjects = [...new Set([...before.subjects, ...event.subjects])];
  return { ...event, subjects: subjects.length > maxIds ? 'many' : subjects };
}

/** Interval for batching events (ms): screens look live, and a busy sync sends few more events than an idle one. */
const batchMs = 40;

interface Opened extends Answerer {
  close(): Promise<void> | void;
}

/** Runs a thread that serves a part of the desk contract. */
export const runDeskThread = (
  port: ServerPort | null,
  open: (emit: (event: DeskEvent) => void) => Opened | Promise<Opened>,
): Promise<void> =>
  runThread(port, async (emit: (event: NumberedEvent) => void) => {
    const events = batchEvents(emit, (run) => void setTimeout(run, batchMs).unref());
    const opened = await open(events.emit);
    return {
      ready: true,
      answer: (name, input, _serving, report) => answer(opened, name, input, report),
      async close() {
        await opened.close();
        events.flush();
      },
    };
  });
