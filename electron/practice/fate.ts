import type { FailureReason } from '../../shared/service/failure-reason.ts';
import type { PracticeObject } from './book.ts';
import { selectFrom, isSelected } from './hash.ts';
import { practiceWords } from './practice-words.ts';

/** What happens to an order: determined by its key and its practice words, not by random numbers. */
export interface Fate {
  ending: 'held' | 'made' | 'provisional' | 'fails' | 'heals' | 'deleted';
  /** moments until the outcome is decided */
  decidedAfter: number;
  reason: FailureReason;
}

const reasons: readonly [FailureReason, ...FailureReason[]] = [
  {
    ReasonCode: 'PRACTICE-POSTCODE',
    ReasonText: 'Postcode does not belong to the city of the address',
    ExtendMessage: 'Postcode',
  },
  {
    ReasonCode: 'PRACTICE-SERVICE',
    ReasonText: 'ServiceCode does not serve this country',
    ExtendMessage: 'ServiceCode',
  },
  { ReasonCode: 'PRACTICE-PHONE', ReasonText: 'The carrier needs a Phone of the recipient', ExtendMessage: 'Phone' },
];

// Rare enough that most orders of a day succeed, frequent enough that a week of training meets each.
const oneFailsIn = 512;
const oneHealsIn = 1024;
const oneIsProvisionalIn = 48;

/**
 * The fate of a drop-ship or outbound order. A further order under a known key (IsCreateNewOrder) is exempt from random
 * failures.
 */
export function fateOf({ key, body }: Pick<PracticeObject, 'key' | 'body'>): Fate {
  const words = practiceWords(body);
  const { SubmitLater, Package } = body as { SubmitLater?: boolean; Package?: { IsCreateNewOrder?: boolean } };
  const spared = Package?.IsCreateNewOrder === true;
  const chance = (purpose: string, among: number) => !spared && isSelected(purpose, key, among);
  const ending = () => {
    if (SubmitLater === true) return 'held';
    if (words.has('FAIL')) return 'fails';
    if (words.has('HEAL')) return 'heals';
    if (words.has('DELETE')) return 'deleted';
    if (words.has('PROVISIONAL')) return 'provisional';
    if (chance('fails', oneFailsIn)) return 'fails';
    if (chance('heals', oneHealsIn)) return 'heals';
    return chance('provisional', oneIsProvisionalIn) ? 'provisional' : 'made';
  };
  return { ending: ending(), decidedAfter: words.has('SLOW') ? 10 : 1, reason: selectFrom('reason', key, reasons) };
}
