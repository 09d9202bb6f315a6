import { isInForce } from '../../shared/drill/drill.ts';
import { jsonPath } from '../../shared/path/path.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { Refusal } from './answer.ts';
import type { Drill } from './drills.ts';
import { hash } from './hash.ts';
import type { KeySpace } from './key-space.ts';
import { practiceCreateOf } from './practice-create-of.ts';
import type { Practice } from './practice.ts';
import { stringAt } from './string-at.ts';

/** What a drill does to an order that breaks no rule: nothing, its answer is lost, or it is refused. */
export type Staged = 'spared' | 'lost' | Refusal;

interface Came {
  endpoint: CreateNumber;
  key: string | null;
  body: unknown;
}

/** Of so many orders in a row the first meets one trouble, and the second the other where both are staged. */
const oneInSoMany = 3;
/** So long nothing tells of an order whose answer was lost: long enough for staff to find it, short enough to see it end well (ms). */
const untoldMs = 120_000;

/** Where the postcode of the recipient stands, by kind; what has none is refused for the city, a name, or else not at all. */
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

/** Decides what an order meets, once for each of its keys in a drill, and notes it. A refusal holds until what it was about is changed. */
export function stage(practice: Practice, { endpoint, key, body }: Came): Staged {
  const { drills, clock, book } = practice;
  const drill = key === null ? null : running(practice);
  if (drill === null || key === null) return 'spared';
  const { keySpace } = practiceCreateOf(endpoint);
  const now = clock();
  const before = drills.order(drill.seq, keySpace, key);
  const field = faultyFields.find((path) => stringAt(body, path) !== null);
  const said = field ? (stringAt(body, field) ?? '') : '';
  if (before) {
    const stillRefused = before.fate === 'refused' && before.text === hash(said) && isInForce(drill, 'refused', now);
    return stillRefused && field ? refusalOf(field, said) : 'spared';
  }
  const staged = (['refused', 'lost'] as const).filter((trouble) => isInForce(drill, trouble, now));
  // what is there already is asked for once more, and no new order
  if (staged.length === 0 || book.find(keySpace, key)) return 'spared';
  const turn = staged[drills.met(drill.seq) % oneInSoMany];
  const fate = turn === 'refused' && !field ? 'spared' : (turn ?? 'spared');
  const text = fate === 'refused' ? hash(said) : null;
  drills.noteOrder(drill.seq, keySpace, { key, endpoint, fate, at: now, text });
  return fate === 'refused' && field ? refusalOf(field, said) : fate === 'lost' ? 'lost' : 'spared';
}

/** Whether a status does not know an order yet, since its answer was lost a moment ago in the drill that is on. */
export function isUntold(practice: Practice, keySpace: KeySpace, key: string): boolean {
  const drill = running(practice);
  const order = drill && practice.drills.order(drill.seq, keySpace, key);
  return order?.fate === 'lost' && practice.clock() < order.at + untoldMs;
}

const longest = 100;

function refusalOf(field: readonly string[], said: string): Refusal {
  const Message = `${jsonPath(field)}: "${said.slice(0, longest)}" is not known here`;
  return new Refusal(400, [{ Code: 'PRACTICE-REFUSED', Message }]);
}
