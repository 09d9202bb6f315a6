import type { DrillTrouble } from '../../../shared/drill/drill.ts';
import { counting } from '../plural.ts';

const n = counting('en');

const trouble: Record<DrillTrouble, string> = {
  outage: 'The service cannot be reached',
  lost: 'Answers are lost',
  refused: 'Orders are refused',
  paper: 'The label printer runs out of paper',
};
/** the same within a sentence */
const within: Record<DrillTrouble, string> = {
  outage: 'the service cannot be reached',
  lost: 'answers are lost',
  refused: 'orders are refused',
  paper: 'the label printer runs out of paper',
};
const means: Record<DrillTrouble, string> = {
  outage: 'Orders wait on the desk until it is over.',
  lost: 'The service accepts one of every three new orders without answering. A status check shows it after two minutes.',
  refused: 'One of every three new orders is refused for its postcode until the postcode is changed.',
  paper: 'It runs out in the middle of a label. Nothing is sent to any printer until the drill is over.',
};

export const drill = {
  trouble,
  within,
  means,
  what: 'Scenario',
  noPrinter: 'This needs a label printer; none is set up.',
  howLong: 'Duration',
  minutes: (p: { count: number }) => n(p.count, '# minute', '# minutes'),
  inTurn: 'The outage comes first; everything else follows in the second half.',
  notHere: 'Drills run in practice mode only, and this desk is live. Switch to practice first.',
  begin: 'Start the drill',
  end: 'End the drill',
  begun: (p: { until: string }) => `The drill is on until ${p.until}.`,
  ended: 'The drill is over.',
  on: (p: { until: string }) => `A drill is on until ${p.until}.`,
  now: (p: { what: string }) => `Now: ${p.what}.`,
  onlyHere: 'Only this page shows that it is a drill. Everywhere else it looks real.',
  toDrill: 'Show the drill',
  report: 'How it went',
  which: 'Drill',
  none: 'No drill yet. The report of each drill is shown here.',
  name: (p: { when: string; what: string }) => `${p.when}: ${p.what}`,
  by: 'Started by',
  endedBy: (p: { who: string }) => `Ended early by: ${p.who}`,
  endedItself: 'Ended on schedule',
  isOn: 'Still running',
  nobody: 'no operator',
  asOf: (p: { time: string }) => `As of ${p.time}. Later actions are still counted.`,
  captured: 'Orders entered',
  lostOrders: 'Orders whose answer was lost',
  asked: 'Found at the service',
  sentAgain: 'Sent again before they were found',
  saidTaken: 'Marked as received',
  withdrawn: 'Withdrawn',
  open: 'Still open',
  refusedOrders: 'Orders that were refused',
  corrected: 'Corrected',
  longest: 'Longest time until corrected',
  cutLabels: 'Labels cut off when the paper ran out',
  printedAgain: 'Printed again with new paper',
  saidPrinted: 'Confirmed as printed, but were not',
  people: 'By operator',
  operator: 'Operator',
  entered: 'Entered',
  personCorrected: 'Corrected',
  personSentAgain: 'Sent again before found',
  personSaidPrinted: 'Confirmed as printed, but were not',
  stillOpen: 'Still open',
  allDone: 'Nothing is open.',
};
