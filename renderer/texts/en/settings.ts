import { counting } from '../plural.ts';
import { backups, copiesLock, restore } from './backups.ts';
import { connection } from './connection.ts';
import { settingChoices, settingMeanings, settingNames } from './setting-words.ts';

const n = counting('en');

export const settings = {
  title: 'Settings',
  name: settingNames,
  means: settingMeanings,
  choice: settingChoices,
  sections: {
    display: 'This screen',
    service: 'Service',
    mode: 'Practice and live',
    order: 'New orders',
    sender: 'Sender on labels',
    labels: 'What labels look like',
    delivery: 'Delivery',
    safety: 'Safety',
  },
  senderLead: 'Printed on labels of orders that name no sender.',
  labelsLead: 'The label beside shows what is chosen here. It is kept when the settings are saved.',
  labelSample: 'A label with these settings',
  displayLead: 'Kept for this screen only.',
  sessionStart: { title: 'When this computer starts', open: 'Open Parcel Desk' },
  unit: { seconds: 'seconds', minutes: 'minutes', hours: 'hours', days: 'days' },
  unitOf: (p: { name: string }) => `${p.name}: in which unit`,
  time: {
    seconds: (p: { count: string }) => n(p.count, '# second', '# seconds'),
    minutes: (p: { count: string }) => n(p.count, '# minute', '# minutes'),
    hours: (p: { count: string }) => n(p.count, '# hour', '# hours'),
    days: (p: { count: string }) => n(p.count, '# day', '# days'),
  },
  backups,
  connection,
  restore,
  copiesLock,
  journalPlace: {
    none: 'None is chosen.',
    answers: 'It is written there.',
    silent: 'It does not answer. What is captured is saved, and follows when it answers.',
    away: 'This is not the folder that was chosen: its disk or share is not connected. What is captured is saved, and follows when it is back. Where it is to be used as it is now, choose it again.',
    choose: 'Choose a folder…',
    clear: 'Use none',
    atStart: 'It is given when the desk is started: --journal-copy.',
  },
  save: 'Save settings',
  saved: 'Settings saved.',
  unsaved: (p: { count: string }) => `${p.count} not saved yet`,
  usual: (p: { value: string }) => `usually ${p.value}`,
  theme: 'Colours',
  themeOf: { system: 'As the system', light: 'Light', dark: 'Dark' },
  contrast: 'Contrast',
  contrastOf: { system: 'As the system', more: 'High', usual: 'Usual' },
  shown: 'Shown on the screens',
  serviceNames: 'The service’s names and what is to be known of a field',
  keyCaps: 'The key of every button, for who learns them',
  locale: 'Numbers, dates and times',
  localeSystem: 'As the system',
  localeSample: 'Looks like',
  address: 'Address of the service',
  addressHint: 'Starts with https://',
  account: 'Account name',
  accountHint: 'Tells folders of different accounts apart. It is not sent.',
  setService: 'Save service',
  serviceSaved: 'Service saved.',
  bound: 'This folder has delivered there; it cannot go elsewhere. Another service needs another folder.',
  secret: 'Value of the header',
  secretHint: 'It is kept apart, never shown again, and never in a log or an export.',
  secretSet: 'A value is kept.',
  secretNone: 'No value is kept.',
  keptIn: {
    'safe-storage': 'Kept encrypted by the operating system.',
    file: 'Kept in a file only this user can read.',
    memory: 'Kept until the desk is closed.',
  },
  secretOnlyNow:
    'There is no place here that would keep a value encrypted. So it is not written down: it lasts until the desk is closed, and is to be typed anew after that.',
  setSecret: 'Keep this value',
  secretWhere: 'Is this your service?',
  secretAsks: (p: { target: string }) =>
    `This data folder brought the address of its service along: ${p.target}. Nobody has typed it on this computer. If you keep the value, it is sent there with every request.`,
  secretThere: 'Yes, send it there',
  forgetSecret: 'Forget it',
  secretKept: 'The value is kept.',
  secretForgotten: 'The value is forgotten.',
  modeNow: { practice: 'This desk practises', live: 'This desk is live' },
  modeMeans: {
    practice:
      'Everything goes to a service that lives inside this program. Type, send, refuse and print as you like: no parcel moves, nothing costs anything. Labels bear the word PRACTICE.',
    live: 'Everything goes to the real service. Orders cost money and parcels move.',
  },
  twoFolders:
    'Practice and live are two folders on this disk. Nothing passes from one to the other by itself, and what is in one stays there when you go to the other.',
  folder: 'Folder',
  toPractice: 'Go to practice',
  toLive: 'Go live',
  toLiveAsk: 'Go live?',
  toLiveMeans: (p: { origin: string }) => `From now on orders go to ${p.origin}. They cost money and parcels move.`,
  toLiveNeeds: 'Set the address of the service first.',
  toPracticeAsk: 'Go to practice?',
  toPracticeMeans: 'Live entries stay in their folder and rest: nothing of them is sent while the desk practises.',
  draftsCame: (p: { made: number; already: number }) =>
    [
      p.made === 0 && p.already === 0 && 'Nothing that was typed in practice came along.',
      p.made > 0 && n(p.made, '# draft came along from practice.', '# drafts came along from practice.'),
      p.already > 0 && n(p.already, '# was here already.', '# were here already.'),
    ]
      .filter((said) => said !== false)
      .join(' '),
  draftsTitle: 'Drafts from practice',
  draftsStayed: (p: { count: number }) =>
    n(p.count, 'One could not come along and stays in practice:', '# could not come along and stay in practice:'),
  noNumber: 'Without a number',
  showDrafts: 'Show the drafts',
  backupMade: (p: { path: string; entries: number }) =>
    `A backup with ${n(p.entries, '# entry', '# entries')} is made: ${p.path}`,
  backupNotWritten: 'No backup was made: that folder cannot be written.',
  takeDrafts: 'Bring what was typed in practice along, as drafts',
  switched: { practice: 'The desk practises now.', live: 'The desk is live now.' },
};
