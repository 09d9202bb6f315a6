/**
 * Scan confirmation of labels. `scan_proof` of a job: `open` while its labels are scanned, `closed` once a user has
 * seen the result, null if they are not scanned. `scanned_at` of a label: when it was first scanned for this. Each scan
 * is a step of the print history, including scans of labels of other jobs.
 */
export const scanConfirmation = {
  version: 22,
  name: 'scan-proof',
  sql: /* sql */ `
ALTER TABLE print_job ADD COLUMN scan_proof TEXT CONSTRAINT scan_proof_is_known CHECK (scan_proof IN ('open', 'closed'));
ALTER TABLE print_label ADD COLUMN scanned_at INTEGER;
CREATE INDEX print_job_scanned ON print_job (seq) WHERE scan_proof = 'open';
CREATE INDEX print_history_scans ON print_history (job, why, seq) WHERE event = 'scan';
`,
};
