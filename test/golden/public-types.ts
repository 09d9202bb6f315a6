import type { JournalLine } from '../../electron/copies/journal/journal-line.ts';
import type { Verdict, SyncPause } from '../../electron/delivery/service/verdict.ts';
import type { EntryAction } from '../../electron/outbox/entry-change.ts';
import type { PendingQuestion } from '../../electron/outbox/entry.ts';
import type { DeskContract } from '../../shared/contract/desk-contract.ts';
import type { DeskEvent } from '../../shared/contract/desk-events.ts';
import type { WarningCode } from '../../shared/contract/desk-state.ts';
import type { DiskReason } from '../../shared/contract/disk-reasons.ts';
import type { ProblemKind } from '../../shared/contract/problem.ts';
import type { CreateNumber, KeyKind, CreateKind } from '../../shared/creates/create-kinds.ts';
import type { FileFault } from '../../shared/import/file-faults.ts';
import type { EntryList, EntryEvent, State, TextMeaning } from '../../shared/outbox/states.ts';
import type { noAnswerCauses, OwnReason, WhyParams } from '../../shared/outbox/whys.ts';
import type {
  HoldReason,
  JobEvent,
  JobState,
  LabelEvent,
  LabelState,
  PrintReason,
} from '../../shared/printing/print-states.ts';
import type { Figure } from '../bench/figure.ts';

/** Public words by meaning. The keys appear in the golden file; where the types are declared is internal. */
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
  'what a text means': TextMeaning;
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
