import { envelopeBreaches, envelopeDoubts, envelopeEdges } from './by-loop/envelope.ts';
import { beyondLimits } from './by-loop/beyond-limits.ts';
import { missing } from './by-loop/missing.ts';
import { openQuestions } from './by-loop/open-questions.ts';
import { withinLimits } from './by-loop/within-limits.ts';
import { familyNames, wrongNames } from './by-loop/wrong-names.ts';
import { wrongTypes } from './by-loop/wrong-types.ts';
import { endpoints } from './endpoints.ts';
import type { Breach, Doubt, EndpointList, Legal, Sent } from './request-case.ts';

export type EndpointCases = {
  list: EndpointList;
  accepts: readonly Legal[];
  refuses: readonly Breach[];
  doubts: readonly Doubt[];
  sent: readonly Sent[];
};

const families = familyNames(endpoints);

/** All cases of each endpoint: those written by hand, then those made by loops over its tables. */
export const allCases: readonly EndpointCases[] = endpoints.map((list) => ({
  list,
  accepts: [
    { why: 'the smallest request', request: list.minimal },
    { why: 'every documented field', request: list.full },
    ...list.accepts,
    ...envelopeEdges(list),
    ...withinLimits(list),
  ],
  refuses: [
    ...list.refuses,
    ...missing(list),
    ...wrongTypes(list),
    ...wrongNames(list, families),
    ...beyondLimits(list),
    ...envelopeBreaches(list, families),
  ],
  doubts: [...list.doubts, ...envelopeDoubts(list), ...openQuestions(list)],
  sent: list.sent,
}));
