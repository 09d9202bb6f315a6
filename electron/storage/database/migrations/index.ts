import type { Migration } from '../migrate.ts';
import { outbox } from './001-outbox.ts';
import { search } from './002-search.ts';
import { lookups } from './003-lookups.ts';
import { memories } from './004-memories.ts';
import { historyWhy } from './005-history-why.ts';
import { skuSearch } from './006-sku-search.ts';
import { reached } from './007-reached.ts';
import { said } from './008-said.ts';
import { listsOfAKind } from './009-lists-of-a-kind.ts';
import { maybePrinted } from './010-maybe-printed.ts';
import { pace } from './011-pace.ts';
import { seals } from './012-seals.ts';
import { boundedAnswers } from './013-bounded-answers.ts';
import { listImport } from './014-list-import.ts';
import { moreSeals } from './015-more-seals.ts';
import { sealsBeside } from './016-seals-beside.ts';
import { retention } from './017-retention.ts';
import { speed } from './018-speed.ts';
import { printQueue } from './019-print-queue.ts';
import { createKinds } from './020-create-kinds.ts';
import { paperThatHolds } from './021-paper-that-holds.ts';
import { scanProof } from './022-scan-proof.ts';
import { handover } from './023-handover.ts';
import { rightsOfOperators } from './024-rights.ts';
import { broughtLabels } from './025-brought-labels.ts';
import { erasedScans } from './026-erased-scans.ts';
import { repeatedActs } from './027-repeated-acts.ts';
import { handoverNumbers } from './028-handover-numbers.ts';
import { noMeter } from './029-no-meter.ts';

export const deskMigrations: readonly Migration[] = [
  outbox,
  search,
  lookups,
  memories,
  historyWhy,
  skuSearch,
  reached,
  said,
  listsOfAKind,
  maybePrinted,
  pace,
  seals,
  boundedAnswers,
  listImport,
  moreSeals,
  sealsBeside,
  retention,
  speed,
  printQueue,
  createKinds,
  paperThatHolds,
  scanProof,
  handover,
  rightsOfOperators,
  broughtLabels,
  erasedScans,
  repeatedActs,
  handoverNumbers,
  noMeter,
];
