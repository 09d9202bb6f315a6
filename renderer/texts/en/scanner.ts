import { counting } from '../plural.ts';

const n = counting('en');

export const scanner = {
  title: 'Scanner',
  lead: 'Scan anything here to see how it arrives. On this page a scan does nothing; everywhere else it does what it means, whatever has the focus.',
  off: 'No scanner is listened for: every key is typing. Switch it on below.',
  here: 'Scan here',
  waiting: 'Nothing scanned yet.',
  asScan: (p: { count: string }) => `Taken for a scan (${p.count} on this page).`,
  asTyping: 'Taken for typing.',
  characters: 'Characters',
  speed: 'Speed',
  speedOf: (p: { keys: string; mean: string; longest: string }) =>
    `${n(p.keys, '# key', '# keys')}, ${p.mean} from key to key, ${p.longest} at most`,
  ms: (p: { ms: string }) => `${p.ms} ms`,
  end: 'Ends with',
  endIs: { Enter: 'Enter', Tab: 'Tab', none: 'No key' },
  inputMethod: 'Input method on',
  means: 'Would mean',
  meansCommand: (p: { act: string }) => `The desk command “${p.act}”`,
  meansNoCommand: 'A desk command this version does not have',
  meansBadge: 'An operator’s badge',
  meansEntry: (p: { count: string }) => `An entry of this desk (${p.count} found)`,
  meansSku: 'A SKU',
  meansTemplate: 'A template: a form begins with it',
  meansMistyped: (p: { meant: string }) => `A package number of a desk with a slip in it. Meant may be ${p.meant}`,
  meansUnknown: 'Nothing this desk knows',
  hint: {
    'no-keys': 'That was too short for a scan: four keys at least.',
    'set-enter':
      'The scanner sends no key at the end. Set its suffix to Enter (CR), or switch off “Enter or Tab ends a scan” below.',
    slow: 'The scanner is slow. Set its delay between characters to 0, or set the pace of a slow scanner below, or a prefix.',
    pauses: 'The scanner pauses within a code. Raise the longest pause.',
    layout:
      'Keys wrote other characters than on a US keyboard. Set the scanner to this keyboard’s language, or read keys by their place.',
    'input-method': 'An input method took the keys. The scan is read all the same, and what it wrote is taken back.',
    'caps-lock': 'Caps Lock is on. The scan is read as printed all the same.',
    good: 'Nothing to set. This scanner works as it is.',
  },
  sounds: 'Sounds',
  soundsLead:
    'Each stands with a shape and a word on the screen, so nothing is lost where it is loud or the sound is off.',
  settings: 'Settings of this desk',
  paper: 'On paper',
  paperLead: 'Codes that do what they say, badges for operators, and the keys. The print dialog can save a PDF too.',
  name: {
    listens: 'Listen for a scanner',
    needsEnd: 'Enter or Tab ends a scan',
    byPlace: 'Read keys by their place',
    sounds: 'Sounds',
    volume: 'Volume',
    burstMs: 'Time for four keys',
    slowMs: 'Pace of a slow scanner',
    pauseMs: 'Longest pause',
    prefix: 'Prefix',
    suffix: 'Suffix',
  },
  settingMeans: {
    listens: 'Off: every key is typing.',
    needsEnd: 'Off: a pause ends a scan of six characters or more.',
    byPlace: 'For a keyboard that is not a US one, while the scanner is set to US.',
    sounds: 'Off: only the screen tells what a scan came to.',
    volume: 'Of the four sounds.',
    burstMs: 'Four keys within this time are a scan. Fingers need about three times the usual 45.',
    slowMs:
      'From key to key, for one that cannot be set faster: six or more keys as even as this, and Enter, are a scan. 0: there is none.',
    pauseMs: 'Within a scan, once it is known to be one.',
    prefix: 'What the scanner sends before each code. It lets slow scanners be told at once.',
    suffix: 'What it sends behind each code, before Enter.',
  },
};
