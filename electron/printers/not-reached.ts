/** A connection was refused, or not made in time: nothing was sent. */
export class NotReachedError extends Error {
  override readonly name: string = 'NotReachedError';
}

/**
 * The server at the address has a certificate that is not trusted: nothing was sent. `sha256` is the fingerprint of
 * that certificate.
 */
export class UntrustedCertificateError extends NotReachedError {
  override readonly name = 'UnknownCertificateError';
  readonly sha256: string;
  constructor(sha256: string) {
    super(`Nobody vouches for its certificate (SHA-256 ${sha256}).`);
    this.sha256 = sha256;
  }
}
