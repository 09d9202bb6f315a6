import type { PartBeside } from '../../../shared/outbox/damaged-parts.ts';

const searchAgain = 'Nothing is lost: the lists show everything.';
const restore = 'Make no more entries here; restore the newest backup, with the rescue journal, into an empty folder.';

/** Parts of the data besides the entries, in the user's terms, and what to do if one is damaged. */
export const damaged: Record<PartBeside, { what: string; do: string }> = {
  unreadable: { what: 'rows that cannot be read any more', do: restore },
  missing: { what: 'rows that are gone', do: restore },
  fact: { what: 'what this folder knows of itself', do: restore },
  setting: { what: 'a setting', do: 'Look through the settings and save them again.' },
  counter: { what: 'the figures on the lists', do: '' },
  stock: {
    what: 'what waiting orders hold of the stock',
    do: 'Do not rely on what the inventory says of waiting orders.',
  },
  address: { what: 'a remembered recipient', do: 'Compare a recipient the desk offers with the paper.' },
  goods: { what: 'what is remembered of goods', do: 'Compare goods the desk offers with the paper.' },
  answer: { what: 'the last answer of a lookup', do: 'Look it up again.' },
  command: { what: 'what was answered to an act', do: 'Look at the outbox before you repeat an act.' },
  alike: { what: 'what tells a parcel entered twice', do: 'A form may not warn of an order like the one you enter.' },
  search: { what: 'what a search finds by', do: searchAgain },
  index: { what: 'the index of the search', do: 'Nothing needs to be done: it is written anew.' },
  print: { what: 'a print job', do: 'Look at what is on paper before you print labels again.' },
  act: { what: 'a line of the log of acts', do: '' },
  handover: { what: 'a handover to a carrier', do: 'Compare its sheet with what the desk says was handed over.' },
  list: { what: 'a list of codes', do: 'Import the list again.' },
  shape: {
    what: 'how its tables are made',
    do: 'Make a backup and restore it into another folder: its rows are taken over, into tables made anew. Where that is refused, restore an older one, with the rescue journal.',
  },
  'list-import': { what: 'an import of a list', do: 'Import the list again.' },
  template: { what: 'a template', do: 'Open your templates, compare them, and save them again.' },
  operator: { what: 'an operator', do: 'Set codes and PINs of the operators again.' },
  watch: { what: 'a watched number', do: 'Take watched numbers off the list and put them there again.' },
  memory: { what: 'a half-typed form or a choice', do: 'Compare half-typed forms with the paper.' },
  meter: { what: 'what entering costs', do: '' },
};
