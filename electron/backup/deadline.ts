/** Called during a long operation: the next call, or the end, comes within this time (ms). */
export type ExtendDeadline = (withinMs: number) => void;

/** Read rate of a slow disk (bytes per ms). */
const slowReadRate = 500;

/** Time in which a slow disk reads this many bytes (ms). */
export const slowReadMs = (bytes: number): number => bytes / slowReadRate;

/** A folder that does not respond to the first access within this time counts as not responding (ms). */
export const firstAccessMs = 10_000;

/** Longest duration of one step, apart from reading (ms). */
export const stepMs = 60_000;

/** Same, for some pages of a copy in progress (ms). */
export const copyStepMs = 30_000;

/** Same, for fetching a whole backup for a damaged desk: too short a limit would leave that backup out (ms). */
export const fetchStepMs = 120_000;
