import type { ActOutcome } from '../../../shared/contract/rights-procedures.ts';
import type { Right } from '../../../shared/rights/rights.ts';

const name: Record<Right, string> = {
  'send-again': 'Send again',
  close: 'Close handovers',
  restore: 'Restore',
  'go-live': 'Go live',
  settings: 'Settings and operators',
};
const means: Record<Right, string> = {
  'send-again': 'Sends again what the service may have taken.',
  close: 'Closes a handover to a carrier, or discards it.',
  restore: 'Goes back to a backup.',
  'go-live': 'Goes from practice to live.',
  settings: 'Changes settings, operators and their rights.',
};
const asks: Record<Right, string> = {
  'send-again': 'Who allows it to be sent again?',
  close: 'Who allows the handover to be closed?',
  restore: 'Who allows going back to a backup?',
  'go-live': 'Who allows going live?',
  settings: 'Who allows this to be changed?',
};
const outcome: Record<ActOutcome, string> = {
  allowed: 'How it ended is not known',
  done: 'Done',
  failed: 'Not done',
  denied: 'Not allowed',
};
const part: Readonly<Record<string, string>> = {
  operator: 'Operator',
  pin: 'PIN',
  badge: 'New badge',
  rights: 'Rights',
  forget: 'Forgotten',
  drill: 'Drill',
  'drill-end': 'Ended',
  printer: 'Label printer',
  chosen: 'Takes labels',
  session: 'Start with the computer',
  service: 'Service',
  test: 'Connection tested',
  secret: 'Secret',
  passphrase: 'Passphrase of backups',
  'recovery-key': 'Recovery sheet',
  erase: 'Old data erased',
  reopen: 'Folder opened again',
  discard: 'Discarded',
  import: 'Imported orders',
  various: 'Various names and subjects',
};

export const rights = {
  title: 'Somebody who may must allow this',
  name,
  means,
  asks,
  outcome,
  part,
  who: 'Allowed by',
  allow: 'Allow',
  onlyThis: 'This allows only what you asked for now. The log says who allowed it.',
  whileHere:
    'This allows what is changed on these pages until you leave the settings, somebody else takes over the desk, or no key is pressed for three minutes.',
  nobodyMay:
    'Nobody at this desk has this right. Whoever may change operators gives it to somebody on the screen Operators.',
  field: 'May do',
  fieldLead:
    'As long as nobody is named for anything here, everybody may do everything. Then each of these asks for the PIN of somebody who is.',
  needsPin: 'Set a PIN first: it is what allows these.',
  log: {
    title: 'Log of acts',
    lead: 'What not everybody may do: who did it, who allowed it, and how it ended.',
    search: 'Name, number or file',
    by: 'Kind of act',
    all: 'All',
    none: 'Nothing was written down yet.',
    noneFound: 'Nothing in the log fits. Search for something else, or choose All.',
    when: 'When, or first time',
    act: 'Act',
    about: 'About',
    operator: 'At the desk',
    allowedBy: 'Allowed by',
    ended: 'How it ended',
    times: 'Times',
    lastTime: 'Last time',
    unended: (p: { outcome: string; count: string }) => `${p.outcome}; of ${p.count} more it is not known`,
    named: (p: { names: readonly string[] }) => p.names.join(', '),
    nobody: 'nobody named',
    commandLine: (p: { name: string }) => `${p.name} (command line)`,
    older: 'Show older',
    fileName: 'log of acts',
  },
};
