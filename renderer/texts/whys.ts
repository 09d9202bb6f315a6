import type { OwnReason } from '../../shared/outbox/own-reasons.ts';
import type { WhyParams } from '../../shared/outbox/whys.ts';

/**
 * What the history of an entry says of each step: one sentence for each code the engine writes. English and Chinese each
 * fill this in one file; a code without its sentence does not pass the compiler, nor a test.
 */
export interface WhyTexts {
  step: { [C in keyof WhyParams]: (p: WhyParams[C]) => string };
  cause: Record<WhyParams['no-answer']['cause'], string>;
  broken: Record<WhyParams['answer-broken']['how'], string>;
  /** who acts where no person did */
  who: { desk: string; restore: string };
  /** refusals the desk itself puts into words */
  reason: Record<OwnReason, string> & {
    withoutWords: (p: { status: string }) => string;
    notMade: (p: { code: string }) => string;
  };
}
