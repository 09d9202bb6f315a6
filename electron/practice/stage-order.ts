import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { isTroubleActive } from '../../shared/drill/drill.ts';
import { jsonPath } from '../../shared/path/path.ts';
import { Refusal } from './answer.ts';
import type { Drill } from './drills.ts';
import { practiceCreateOf } from './practice-creates.ts';
import type { KeySpace } from './practice-database.ts';
import type { Practice } from './practice.ts';
import { hashText } from './service-numbers.ts';

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

/** What a drill does to a valid order: nothing (`spared`), loses its answer (`lost`), or refuses it. */
export type StagedOutcome = 'spared' | 'lost' | Refusal;

interface IncomingOrder {
  endpoint: CreateNumber;
  key: string | null;
  body: unknown;
}

/** Of this many consecutive orders the first meets one trouble, and the second the other if there are two. */
const troubleInterval = 3;
/**
 * How long status checks do not find an order whose answer was lost (ms): long enough for people to notice, short
 * enough to see it resolved.
 */
const hiddenStatusMs = 120_000;

/** Paths of the field that is refused: the first with a text, such as the postcode; without any, none is refused. */
const faultyFields = [
  ['Package', 'ShipToAddress', 'Postcode'],
  ['ShipToAddress', 'Postcode'],
  ['Package', 'ShipToAddress', 'City'],
  ['ShipToAddress', 'City'],
  ['Remark'],
  ['ProductName'],
] as const;

function runningDrill({ drills, clock }: Practice): Drill | null {
  const drill = drills.findOpen();
  return drill && clock() < drill.untilAt ? drill : null;
}

/**
 * Decides what a drill does to an order, once per key, and records it. A refused order is refused again until the text
 * that was named is changed.
 */
export function stageOrder(practice: Practice, { endpoint, key, body }: IncomingOrder): StagedOutcome {
  const { drills, clock, database } = practice;
  const drill = key === null ? null : runningDrill(practice);
  if (drill === null || key === null) return 'spared';
  const { keySpace } = practiceCreateOf(endpoint);
  const now = clock();
  const earlierOrder = drills.order(drill.seq, keySpace, key);
  const field = faultyFields.find((path) => stringAt(body, path) !== null);
  const fieldText = field ? (stringAt(body, field) ?? '') : '';
  if (earlierOrder) {
    const isStillRefused =
      earlierOrder.fate === 'refused' &&
      earlierOrder.text === hashText(fieldText) &&
      isTroubleActive(drill, 'refused', now);
    return isStillRefused && field ? refusalOf(field, fieldText) : 'spared';
  }
  const activeTroubles = (['refused', 'lost'] as const).filter((trouble) => isTroubleActive(drill, trouble, now));
  // a repeat of an existing order is spared
  if (activeTroubles.length === 0 || database.find(keySpace, key)) return 'spared';
  const trouble = activeTroubles[drills.countOrders(drill.seq) % troubleInterval];
  const fate = trouble === 'refused' && !field ? 'spared' : (trouble ?? 'spared');
  const text = fate === 'refused' ? hashText(fieldText) : null;
  drills.recordOrder(drill.seq, keySpace, { key, endpoint, fate, at: now, text });
  return fate === 'refused' && field ? refusalOf(field, fieldText) : fate === 'lost' ? 'lost' : 'spared';
}

/** Whether status checks must not find an order yet, because the running drill lost its answer a moment ago. */
export function isHiddenFromStatus(practice: Practice, keySpace: KeySpace, key: string): boolean {
  const drill = runningDrill(practice);
  const order = drill && practice.drills.order(drill.seq, keySpace, key);
  return order?.fate === 'lost' && practice.clock() < order.at + hiddenStatusMs;
}

const maxTextLength = 100;

function refusalOf(field: readonly string[], text: string): Refusal {
  const Message = `${jsonPath(field)}: "${text.slice(0, maxTextLength)}" is not known here`;
  return new Refusal(400, [{ Code: 'PRACTICE-REFUSED', Message }]);
}
