import type { JournalLine } from '../../electron/backup/journal-line.ts';
import type { CreateNumber, KeyKind, CreateKind } from '../../shared/creates/create-kinds.ts';
import type { PendingQuestion } from '../../electron/outbox/entry.ts';
import type { EntryAction } from '../../electron/outbox/history.ts';
import type { Verdict } from '../../electron/service/verdict.ts';
import type { SyncPause } from '../../electron/service/pause.ts';
import type { DeskContract } from '../../shared/contract/desk-contract.ts';
import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import type { WarningCode } from '../../shared/contract/desk-state.ts';
import type { DiskReason } from '../../shared/contract/disk-reasons.ts';
import type { EntryList } from '../../shared/outbox/lists.ts';
import type { FileFault } from '../../shared/import/file-faults.ts';
import type { noAnswerCauses } from '../../shared/outbox/no-answer-causes.ts';
import type { EntryEvent, State } from '../../shared/outbox/states.ts';
import type { OwnReason } from '../../shared/outbox/own-reasons.ts';
import type { ProblemKind } from '../../shared/contract/problem.ts';
import type { HoldReason, JobEvent, JobState } from '../../shared/printing/job-states.ts';
import type { LabelEvent, LabelState } from '../../shared/printing/label-states.ts';
import type { PrintReason } from '../../shared/printing/print-whys.ts';
import type { TextMeans } from '../../shared/outbox/text-means.ts';
import type { WhyParams } from '../../shared/outbox/whys.ts';
import type { Figure } from '../bench/figure.ts';

/** Public words by meaning; where they are declared in the code is internal. */
export interface Words {
  'state of an entry': State;
  'event of an entry': EntryEvent;
  'act in a history': 'capture' | EntryAction;
  'list of entries': EntryList;
  'what an entry asks': PendingQuestion;
  'kind of key': KeyKind;
  'number of a create': CreateNumber;
  'kind of create': CreateKind;
  'verdict on a try': Verdict['kind'];
  'why the sync is paused': SyncPause['why'];
  'what a text means': TextMeans;
  'reason of a refusal by the desk': OwnReason | 'text' | 'Success: false' | 'failed';
  'kind of problem': ProblemKind;
  'reason of problem bad-file': FileFault;
  'reason of problem disk': DiskReason;
  'why no answer came': (typeof noAnswerCauses)[number];
  'state of a label in the print queue': LabelState;
  'event of a label in the print queue': LabelEvent;
  'state of a print job': JobState;
  'event of a print job': JobEvent;
  'what a held print job waits for': HoldReason;
  'why of a step of the print queue': PrintReason;
  'warning of a folder': WarningCode;
}

/** Public records by meaning. */
export interface Shapes {
  why: WhyParams;
  event: DeskEvent;
  'line of the journal': JournalLine;
  'line of a bench': Figure;
}

/** What each procedure returns. */
export type Answers = { [N in keyof DeskContract]: DeskContract[N]['output'] };
