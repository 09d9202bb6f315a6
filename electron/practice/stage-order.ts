import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { isTroubleActive } from '../../shared/drill/drill.ts';
import { jsonPath } from '../../shared/path/path.ts';
import { Refusal } from './answer.ts';
import type { Drill } from './drills.ts';
import { practiceCreateOf } from './practice-creates.ts';
import type { KeySpace } from './practice-database.ts';
import type { Practice } from './practice.ts';
import { hash } from './service-numbers.ts';

/** The non-empty text at a path; null if there is none. */
export function stringAt(value: unknown, path: readonly string[]): string | null {
  const found = path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
        ? (inner as Record<string, unknown>)[name]
        : undefined,
    value,
  );
  return typeof found === 'string' && found !== '' ? found : null;
}

/** What a drill does to a valid order: nothing, loses its answer, or refuses it. */
export type Staged = 'spared' | 'lost' | Refusal;

interface Came {
  endpoint: CreateNumber;
  key: string | null;
  body: unknown;
}

/** Of this many consecutive orders the first meets one trouble, and the second the other if both are staged. */
const oneInSoMany = 3;
/**
 * How long the status does not know an order whose answer was lost (ms): long enough for staff to notice, short enough
 * to see it resolved.
 */
const untoldMs = 120_000;

/** The recipient's postcode, by kind; an order without one is refused for the city, a name, or not at all. */
const faultyFields = [
  ['Package', 'ShipToAddress', 'Postcode'],
  ['ShipToAddress', 'Postcode'],
  ['Package', 'ShipToAddress', 'City'],
  ['ShipToAddress', 'City'],
  ['Remark'],
  ['ProductName'],
] as const;

function running({ drills, clock }: Practice): Drill | null {
  const drill = drills.open();
  return drill && clock() < drill.untilAt ? drill : null;
}

/**
 * Decides what happens to an order, once per key in a drill, and records it. A refusal holds until the text it refers
 * to is changed.
 */
export function stageOrder(practice: Practice, { endpoint, key, body }: Came): Staged {
  const { drills, clock, book } = practice;
  const drill = key === null ? null : running(practice);
  if (drill === null || key === null) return 'spared';
  const { keySpace } = practiceCreateOf(endpoint);
  const now = clock();
  const before = drills.order(drill.seq, keySpace, key);
  const field = faultyFields.find((path) => stringAt(body, path) !== null);
  const said = field ? (stringAt(body, field) ?? '') : '';
  if (before) {
    const stillRefused =
      before.fate === 'refused' && before.text === hash(said) && isTroubleActive(drill, 'refused', now);
    return stillRefused && field ? refusalOf(field, said) : 'spared';
  }
  const staged = (['refused', 'lost'] as const).filter((trouble) => isTroubleActive(drill, trouble, now));
  // A repeat of an existing order is not a new order.
  if (staged.length === 0 || book.find(keySpace, key)) return 'spared';
  const turn = staged[drills.countOrders(drill.seq) % oneInSoMany];
  const fate = turn === 'refused' && !field ? 'spared' : (turn ?? 'spared');
  const text = fate === 'refused' ? hash(said) : null;
  drills.noteOrder(drill.seq, keySpace, { key, endpoint, fate, at: now, text });
  return fate === 'refused' && field ? refusalOf(field, said) : fate === 'lost' ? 'lost' : 'spared';
}

/** Whether a status must not know an order yet, because the running drill lost its answer a moment ago. */
export function isHiddenFromStatus(practice: Practice, keySpace: KeySpace, key: string): boolean {
  const drill = running(practice);
  const order = drill && practice.drills.order(drill.seq, keySpace, key);
  return order?.fate === 'lost' && practice.clock() < order.at + untoldMs;
}

const longest = 100;

function refusalOf(field: readonly string[], said: string): Refusal {
  const Message = `${jsonPath(field)}: "${said.slice(0, longest)}" is not known here`;
  return new Refusal(400, [{ Code: 'PRACTICE-REFUSED', Message }]);
}
