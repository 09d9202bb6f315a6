import type { ActionOutcome } from '../../../shared/contract/rights-procedures.ts';
import type { Right } from '../../../shared/rights/rights.ts';

const name: Record<Right, string> = {
  'send-again': 'Send again',
  close: 'Close handovers',
  restore: 'Restore',
  'go-live': 'Go live',
  settings: 'Settings and operators',
};
const means: Record<Right, string> = {
  'send-again': 'Resend orders the service may already have, or decide that an answer of the service is a refusal.',
  close: 'Close or discard a handover to a carrier.',
  restore: 'Restore a backup.',
  'go-live': 'Switch from practice to live.',
  settings: 'Change settings, operators and their permissions.',
};
const asks: Record<Right, string> = {
  'send-again': 'Who approves that it can be sent again?',
  close: 'Who approves closing the handover?',
  restore: 'Who approves restoring a backup?',
  'go-live': 'Who approves going live?',
  settings: 'Supervisor approval',
};
const outcome: Record<ActionOutcome, string> = {
  allowed: 'Outcome not known',
  done: 'Done',
  failed: 'Not done',
  denied: 'Denied',
};
const part: Readonly<Record<string, string>> = {
  operator: 'Operator',
  pin: 'PIN',
  badge: 'New badge',
  rights: 'Permissions',
  forget: 'Removed',
  drill: 'Drill',
  'drill-end': 'Ended',
  printer: 'Label printer',
  chosen: 'Used for labels',
  session: 'Start with the computer',
  service: 'Service',
  test: 'Connection tested',
  secret: 'Secret',
  passphrase: 'Passphrase of backups',
  'recovery-key': 'Recovery sheet',
  erase: 'Old data erased',
  reopen: 'Folder resumed',
  discard: 'Discarded',
  import: 'Imported orders',
  refusal: 'Answer of the service taken as a refusal',
  various: 'Various names and subjects',
};

export const rights = {
  title: 'Supervisor approval',
  name,
  means,
  asks,
  outcome,
  part,
  who: 'Approved by',
  allow: 'Approve',
  onlyThis: 'This approves only this one action. The log records who approved it.',
  whileHere:
    'This approves changes on these pages until you leave Settings, the operator changes, or no key is pressed for three minutes.',
  nobodyMay:
    'Nobody at this desk has this permission. An operator with “Settings and operators” can grant it under Operators.',
  field: 'Permissions',
  fieldLead:
    'As long as nobody has a permission, everybody may do everything. Once somebody has one, each of these actions needs the PIN of an operator who has it.',
  needsPin: 'Set a PIN first; permissions need it.',
  log: {
    title: 'Activity log',
    lead: 'Protected actions: who did them, who approved them, and the outcome.',
    search: 'Name, number or file',
    by: 'Kind of action',
    all: 'All',
    none: 'Nothing has been logged yet.',
    noneFound: 'No match in the log. Search for something else, or choose All.',
    when: 'When, or first time',
    act: 'Action',
    about: 'Details',
    operator: 'At the desk',
    allowedBy: 'Approved by',
    ended: 'Outcome',
    times: 'Times',
    lastTime: 'Last time',
    unended: (p: { outcome: string; count: string }) => `${p.outcome}; outcome of ${p.count} more unknown`,
    named: (p: { names: readonly string[] }) => p.names.join(', '),
    nobody: 'no operator',
    commandLine: (p: { name: string }) => `${p.name} (command line)`,
    older: 'Show older',
    fileName: 'activity log',
  },
};
