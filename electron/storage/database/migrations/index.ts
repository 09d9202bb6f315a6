import type { Migration } from '../migrate.ts';
import { outbox } from './001-outbox.ts';
import { search } from './002-search.ts';
import { lookups } from './003-lookups.ts';
import { memories } from './004-memories.ts';
import { historyWhy } from './005-history-why.ts';
import { skuSearch } from './006-sku-search.ts';
import { deliveredContent } from './007-reached.ts';
import { acceptanceMessages } from './008-said.ts';
import { listsOfAKind } from './009-lists-of-a-kind.ts';
import { possiblyPrinted } from './010-maybe-printed.ts';
import { checkIndexByEndpoint } from './011-pace.ts';
import { seals } from './012-seals.ts';
import { boundedAnswers } from './013-bounded-answers.ts';
import { listImport } from './014-list-import.ts';
import { moreSeals } from './015-more-seals.ts';
import { remainingSeals } from './016-seals-beside.ts';
import { retention } from './017-retention.ts';
import { unusedIndexes } from './018-speed.ts';
import { printQueue } from './019-print-queue.ts';
import { createKinds } from './020-create-kinds.ts';
import { printedLabelFacts } from './021-paper-that-holds.ts';
import { scanConfirmation } from './022-scan-proof.ts';
import { handover } from './023-handover.ts';
import { rightsOfOperators } from './024-rights.ts';
import { ownLabels } from './025-brought-labels.ts';
import { erasedScans } from './026-erased-scans.ts';
import { repeatedActions } from './027-repeated-acts.ts';
import { handoverNumbers } from './028-handover-numbers.ts';
import { dropMeter } from './029-no-meter.ts';

export const deskMigrations: readonly Migration[] = [
  outbox,
  search,
  lookups,
  memories,
  historyWhy,
  skuSearch,
  deliveredContent,
  acceptanceMessages,
  listsOfAKind,
  possiblyPrinted,
  checkIndexByEndpoint,
  seals,
  boundedAnswers,
  listImport,
  moreSeals,
  remainingSeals,
  retention,
  unusedIndexes,
  printQueue,
  createKinds,
  printedLabelFacts,
  scanConfirmation,
  handover,
  rightsOfOperators,
  ownLabels,
  erasedScans,
  repeatedActions,
  handoverNumbers,
  dropMeter,
];
