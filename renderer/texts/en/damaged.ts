import type { OtherPart } from '../../../shared/outbox/damaged-parts.ts';

const searchAgain = 'Nothing is lost: the lists show everything.';
const restore = 'Enter nothing more here; restore the newest backup, with the rescue journal, into an empty folder.';

/** Parts of the data besides the entries, in the user's terms, and what to do if one is damaged. */
export const damaged: Record<OtherPart, { what: string; do: string }> = {
  unreadable: { what: 'unreadable rows', do: restore },
  missing: { what: 'missing rows', do: restore },
  fact: { what: 'the identity of this folder', do: restore },
  setting: { what: 'a setting', do: 'Look through the settings and save them again.' },
  counter: { what: 'the counts on the lists', do: '' },
  stock: {
    what: 'stock reserved by waiting orders',
    do: 'Do not rely on the inventory’s figures for waiting orders.',
  },
  address: { what: 'a remembered recipient', do: 'Compare suggested recipients with your papers.' },
  goods: { what: 'remembered goods', do: 'Compare suggested goods with your papers.' },
  answer: { what: 'the last answer of a lookup', do: 'Look it up again.' },
  command: { what: 'the answer to a command', do: 'Check the outbox before you repeat an action.' },
  alike: { what: 'the data for duplicate warnings', do: 'A form may miss a duplicate.' },
  search: { what: 'the search text', do: searchAgain },
  index: { what: 'the search index', do: 'Nothing needs to be done: it is rebuilt.' },
  print: { what: 'a print job', do: 'Check which labels are printed before you print again.' },
  act: { what: 'a line of the activity log', do: '' },
  handover: { what: 'a handover to a carrier', do: 'Compare its sheet with the handover on this desk.' },
  list: { what: 'a list of codes', do: 'Import the list again.' },
  shape: {
    what: 'the structure of the database',
    do: 'Make a backup and restore it into another folder: the rows are copied into new tables. If that is refused, restore an older backup, with the rescue journal.',
  },
  'list-import': { what: 'the import of a list', do: 'Import the list again.' },
  template: { what: 'a template', do: 'Open your templates, compare them, and save them again.' },
  operator: { what: 'an operator', do: 'Set the operators’ codes and PINs again.' },
  watch: { what: 'a watched number', do: 'Remove the watched numbers and add them again.' },
  memory: { what: 'an unfinished form or a choice', do: 'Compare unfinished forms with your papers.' },
};
