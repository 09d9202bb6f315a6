import type { StaleReason } from '../../shared/labels/label-lists.ts';

const is: Record<StaleReason, string> = {
  'number-came': "printed_number = ''",
  'number-changed': 'printed_number <> tracking_number',
  corrected: 'printed_from <> request_sha256',
  'number-final': 'printed_number IS NOT NULL',
  // never printed itself
  replaces: 'printed_number IS NULL',
};

/**
 * Why the printed label of an entry is out of date, as an expression over the table `entry`: one of `stalePapers`, or
 * null.
 */
export const stalePaper = `(CASE WHEN label_list IS NOT 'reprint' THEN NULL ${Object.entries(is)
  .map(([name, when]) => `WHEN ${when} THEN '${name}'`)
  .join(' ')} END)`;
