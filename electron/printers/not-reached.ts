/** A connection was refused, or not made in time: nothing was sent. */
export class NotReachedError extends Error {
  override readonly name = 'NotReachedError';
}
