/** A connection was refused, or not made in time: nothing was sent. */
export class NotReachedError extends Error {
  override readonly name: string = 'NotReachedError';
}

/** Somebody answers over TLS, and nobody vouches that it is the printer: nothing was sent. `sha256` is of what it shows. */
export class UnknownCertificateError extends NotReachedError {
  override readonly name = 'UnknownCertificateError';
  readonly sha256: string;
  constructor(sha256: string) {
    super(`Nobody vouches for its certificate (SHA-256 ${sha256}).`);
    this.sha256 = sha256;
  }
}
