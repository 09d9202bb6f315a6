/** Both in milliseconds: the desk's clock, which a person can set, and a monotonic one. */
export interface Clock {
  now(): number;
  monotonic(): number;
}

/** Returns a number from 0 up to, but not including, 1. */
export type Random = () => number;
