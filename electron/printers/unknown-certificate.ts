import { problem, type ProblemError } from '../../shared/contract/problem.ts';
import type { UntrustedCertificateError } from './not-reached.ts';

/** A person compares the fingerprint with the one that the printer shows, and trusts it or not. */
export const untrustedCertificateProblem = ({ sha256 }: UntrustedCertificateError): ProblemError =>
  problem('printer', `Nobody vouches that this is the printer. Its certificate has the SHA-256 ${sha256}.`, {
    reason: 'certificate',
    said: sha256,
  });
