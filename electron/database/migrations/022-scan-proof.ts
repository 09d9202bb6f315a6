/**
 * Labels that are scanned as they are stuck on. `scan_proof` of a job: `open` while its labels are scanned, `closed` once a person has seen
 * what came of it, null where nobody scans them. `scanned_at` of a label: when it was first scanned so. Each scan is a step of the print
 * history, those of labels of other batches too.
 */
export const scanProof = {
  version: 22,
  name: 'scan-proof',
  sql: /* sql */ `
ALTER TABLE print_job ADD COLUMN scan_proof TEXT CONSTRAINT scan_proof_is_known CHECK (scan_proof IN ('open', 'closed'));
ALTER TABLE print_label ADD COLUMN scanned_at INTEGER;
CREATE INDEX print_job_scanned ON print_job (seq) WHERE scan_proof = 'open';
CREATE INDEX print_history_scans ON print_history (job, why, seq) WHERE event = 'scan';
`,
};
