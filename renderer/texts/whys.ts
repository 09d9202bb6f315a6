import type { OwnReason, WhyParams } from '../../shared/outbox/whys.ts';

/**
 * Texts of an entry's history: one sentence per code the engine writes. Each language has them in one file; the
 * compiler and a test reject a code without a sentence.
 */
export interface WhyTexts {
  step: { [C in keyof WhyParams]: (p: WhyParams[C]) => string };
  cause: Record<WhyParams['no-answer']['cause'], string>;
  broken: Record<WhyParams['answer-broken']['how'], string>;
  /** who acted if no person did */
  who: { desk: string; restore: string };
  /** refusals worded by the desk itself */
  reason: Record<OwnReason, string> & {
    withoutWords: (p: { status: string }) => string;
    notMade: (p: { code: string }) => string;
  };
}
