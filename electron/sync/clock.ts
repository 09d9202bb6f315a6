/** Both in milliseconds: the desk's clock, which a person can set, and one that only runs forward. */
export interface Clock {
  now(): number;
  monotonic(): number;
}

/** A number from 0 up to, but not including, 1. */
export type Random = () => number;
