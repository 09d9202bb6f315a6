/** Told while something long goes on: within so many ms it says so again, or is done. */
export type ExtendDeadline = (withinMs: number) => void;

/** A slow disk still reads so much (bytes in a ms). */
const slowRead = 500;

/** How long a slow disk reads at so many bytes (ms). */
export const slowReadMs = (bytes: number): number => bytes / slowRead;

/** A place that says nothing when it is first touched is one that does not answer (ms). */
export const firstTouchMs = 10_000;

/** What is done in one go takes no longer than this, beside what is read (ms). */
export const stepMs = 60_000;

/** The same for some pages of a copy that is being made (ms). */
export const copyStepMs = 30_000;

/** The same for a whole backup that a damaged desk waits for: a wrong guess would leave it out (ms). */
export const fetchStepMs = 120_000;
