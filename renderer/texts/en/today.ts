import { counting } from '../plural.ts';

const n = counting('en');

export const today = {
  title: 'Today',
  code: 'Scan or type a number, a SKU or a name',
  codeHint: 'Scan or type a number, a SKU or a name',
  needsYou: 'Needs you',
  nothingNeedsYou: 'Nothing needs you now. What is refused or unclear will stand here.',
  moreNeeds: (p: { count: string }) => n(p.count, '# further reason.', '# further reasons.'),
  needWord: { asking: 'Question', stuck: 'No outcome', 'to-cancel': 'Cancel' },
  need: {
    stuck: 'accepted long ago, and no outcome yet',
    'to-cancel': 'replaced here, to be cancelled at the service',
  },
  correctAll: 'Correct all together',
  day: 'The day so far',
  made: 'Entered',
  done: 'Done',
  onTheWay: 'On the way',
  carriedOver: 'Carried over from before',
  byHour: 'By hour',
  madeShort: 'entered',
  doneShort: 'done',
  hour: (p: { hour: string; made: string; done: string }) => `${p.hour}: ${p.made} entered, ${p.done} done`,
  noHours: 'Nothing was entered or done today.',
  labels: 'Labels',
  noLabels: 'No label waits to be printed.',
  last: 'Last entries',
  noEntries: 'Nothing was entered at this desk yet.',
  welcome: 'Five steps to the first parcel',
  welcomeMeans: 'Do them in any order, or skip what you do not need. Practice works without any of them.',
  step: {
    operator: { title: 'Who works here', means: 'Every entry keeps the name of who made it.', go: 'Name operators' },
    sender: { title: 'Sender', means: 'Printed on labels whose order names none.', go: 'Set the sender' },
    printer: { title: 'Printer', means: 'A label printer of the network or this machine.', go: 'Set up a printer' },
    service: { title: 'Service', means: 'Its address takes the desk from practice to live.', go: 'Set the service' },
    parcel: { title: 'A first practice parcel', means: 'Nothing reaches a real service.', go: 'Enter a parcel' },
  },
  stepDone: 'Done.',
  stepSkipped: 'Skipped.',
  skip: 'Skip',
};
