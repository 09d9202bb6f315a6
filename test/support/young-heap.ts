/**
 * Node options for programs and threads that tests start: the young generation has its full size from the start, so it
 * is not collected repeatedly while modules load, which would be a quarter of the cost of starting a thread.
 */
export const youngHeap = ['--min-semi-space-size=16'];
