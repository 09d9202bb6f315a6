import type { SyncStatus } from '../../../shared/contract/sync-procedures.ts';
import type { WarningCode } from '../../../shared/contract/desk-state.ts';
import { counting } from '../plural.ts';

const n = counting('en');

/** Problems that stop everything; warnings have codes from the desk. */
type Stop =
  | NonNullable<SyncStatus['pause']>['why']
  | 'gone'
  | 'not-let-in'
  | 'stopped'
  | 'journal-away'
  | 'cannot-deliver'
  | 'cannot-deliver-as-set';
interface Told {
  folder: string;
  /** another folder, or words for a folder on another computer */
  by: string;
  megabytes: string;
  count: string;
  days: string;
  at: string;
  setting: string;
  problem: string;
  /** several things, joined */
  things: string;
}
export interface BannerWords {
  says: string | ((p: Told) => string);
  do: string;
}

/** The banner: what stops everything, and what to do about it. */
const words: Record<WarningCode | Stop, BannerWords> = {
  gone: {
    says: 'The desk does not answer. What was saved is safe.',
    do: 'Start Parcel Desk again; this page connects by itself.',
  },
  'not-let-in': {
    says: 'This page does not belong to the desk as it runs now. What was saved is safe.',
    do: 'Open the address that the desk printed when it was last started.',
  },
  unauthorized: {
    says: 'The service does not accept the secret of this desk, so nothing is sent.',
    do: 'Check the header and its value',
  },
  redirect: {
    says: 'The service sends the desk to another address. The desk follows to no other address, so nothing is sent.',
    do: 'Check the address',
  },
  tls: {
    says: 'The connection to the service is not secure (its certificate is not trusted), so nothing is sent.',
    do: 'Check the address and the clock of this computer',
  },
  'something-else-answered': {
    says: 'Something other than the service answered, perhaps a login page of this network. Nothing is sent until the service itself answers.',
    do: 'Log in to the network, then try now',
  },
  stopped: {
    says: 'Sending has stopped. Entries are saved, but not sent.',
    do: 'Close Parcel Desk and start it again.',
  },
  'cannot-deliver': {
    says: (p) => `Nothing can be sent: ${p.problem} Entries are saved, and wait.`,
    do: '',
  },
  'cannot-deliver-as-set': {
    says: (p) => `Nothing can be sent: ${p.problem} Entries are saved, and wait.`,
    do: 'Put it right in the settings',
  },
  'cannot-save': {
    says: (p) => `Nothing can be saved: ${p.problem}`,
    do: '',
  },
  'journal-ahead': {
    says: (p) =>
      `The disk has lost something of ${n(p.count, '# entry', '# entries')} that was saved. The rescue journal still has it, in ${p.folder}.`,
    do: 'Make a backup now and restore it, with this journal, into an empty folder. Do not enter these orders again before.',
  },
  damage: {
    says: (p) =>
      n(
        p.count,
        '# entry is damaged on this disk and is not sent.',
        '# entries are damaged on this disk and are not sent.',
      ) + ' All others go on.',
    do: 'Compare what is marked as damaged with the paper. Run “verify” for each damage and what to do about it, and have the disk checked.',
  },
  'damage-beside': {
    says: (p) => `Something that this desk keeps beside the entries is damaged on this disk: ${p.things}.`,
    do: 'Run “verify” for each damage, and have the disk checked.',
  },
  'check-skipped': {
    says: (p) =>
      `The daily check of the data was skipped: the disk has no room for the copy that is checked. ${p.megabytes} MB must be free for ${p.folder}.`,
    do: 'Free some space. The check is tried again within an hour; until then, damage on this disk may go unnoticed.',
  },
  rescued: {
    says: (p) =>
      `The data file was damaged. It was set aside, and the backup of ${p.at} was opened in its place; the rescue journal filled the gap. ${n(p.count, '# entry', '# entries')} may have been sent since that backup, and ${n(p.count, 'is', 'are')} checked before anything is sent again.`,
    do: 'See what came back',
  },
  'rehearsal-failed': {
    says: (p) => `The backup of this desk was tried, and did not come back to life. It lies in ${p.folder}.`,
    do: 'See what was wrong',
  },
  setting: {
    says: (p) =>
      `What is set for “${p.setting}” cannot be used by this version of the program, so the usual value counts.`,
    do: 'Set it anew',
  },
  'folder-gone': {
    says: (p) => `The data folder ${p.folder} was deleted or moved. Nothing is saved or sent until it is back.`,
    do: 'Put it back where it was, and work goes on. If it is lost, close Parcel Desk and restore the newest backup into an empty folder.',
  },
  'folder-in-use': {
    says: (p) => `Another process took over the data folder ${p.folder}. Nothing is saved or sent here.`,
    do: 'Close the other one, and work goes on here.',
  },
  'folder-superseded': {
    says: (p) => `The folder ${p.folder} is not the one to work in any more: its desk goes on in ${p.by}.`,
    do: 'Nothing is saved or sent here, so that no order goes twice. Work in the other folder.',
  },
  journal: {
    says: 'The rescue journal cannot be written. Work goes on, but without its safety.',
    do: 'Check whether the disk is full or the folder is gone.',
  },
  'journal-away': {
    says: (p) =>
      `The second rescue journal is not written: ${p.folder} is not the folder that was chosen, so its disk or share is not connected. It follows when that is back.`,
    do: 'See what is chosen',
  },
  disk: {
    says: (p) => `The disk is nearly full: ${p.megabytes} MB are left for ${p.folder}.`,
    do: 'Free some space before captures cannot be saved any more.',
  },
  'backup-failed': {
    says: (p) => `The last backup failed, on ${p.at}. It was meant for ${p.folder}.`,
    do: 'See whether its disk or share is connected and can be written, or choose the folder again; then make the backup again.',
  },
  'backup-not-removed': {
    says: (p) =>
      n(
        p.count,
        '# old backup in ' + p.folder + ' could not be removed. The newest backup is good.',
        '# old backups in ' + p.folder + ' could not be removed. The newest backup is good.',
      ),
    do: 'See that files can be deleted in that folder; else it fills up. It is tried again with the next backup.',
  },
  'backup-old': {
    says: (p) => `The last backup is ${n(p.days, '# day', '# days')} old. It lies in ${p.folder}.`,
    do: 'Make a new one, and see why none was made since.',
  },
  register: {
    says: (p) =>
      `Which folders are the ones to work in cannot be kept in ${p.folder}, or a note there is damaged or of no desk.`,
    do: 'Work goes on. See who can write to that folder, and that nobody goes on in a folder that a backup was restored from.',
  },
  'open-to-others': {
    says: (p) => `Other users of this computer can read the data in ${p.folder}.`,
    do: 'Move the folder to a disk of this computer, or let nobody else log in here.',
  },
  'synced-folder': {
    says: (p) =>
      `The data folder ${p.folder} is synced by ${p.by}, which can damage the data or bring it to another computer, where orders would be sent again.`,
    do: 'Close Parcel Desk and move the folder to a disk of this computer that is not synced. Backups may stay there.',
  },
  'network-folder': {
    says: (p) =>
      `The data folder ${p.folder} is on a network drive. When its connection breaks, nothing can be saved, and it may not stop two computers from working in one folder.`,
    do: 'Close Parcel Desk and move the folder to a disk of this computer. Backups may stay there.',
  },
};

export const banner = {
  reopen: {
    title: 'Work in this folder again?',
    means: (p: { by: string }) =>
      `This desk goes on in ${p.by}. Work in one of the two only. If you go on here, the other one is refused from now on, and every order that is not settled may have been sent from there: its status is checked first, or you decide.`,
    confirm: 'Go on here',
    done: (p: { count: string }) =>
      `This folder is the one to work in again. ${n(p.count, '# entry is', '# entries are')} maybe taken.`,
  },
  otherComputer: 'a folder of another computer',
  laterState: 'a later state of the same folder',
  ...words,
  kindPaused: (p: { kind: string; status: string }) =>
    `${p.kind}: the service answers ${p.status}, so this kind is paused.`,
  kindTroubled: {
    fails: (p: { kind: string; count: string }) => `${p.kind}: fails at the service, waiting: ${p.count}.`,
    'no-answer': (p: { kind: string; count: string }) =>
      `${p.kind}: gets no answer from the service, waiting: ${p.count}.`,
    busy: (p: { kind: string; count: string }) => `${p.kind}: the service asks for a pause, waiting: ${p.count}.`,
    slow: (p: { kind: string; count: string }) => `${p.kind}: answered slowly by the service, waiting: ${p.count}.`,
  },
  details: 'What came back',
};
