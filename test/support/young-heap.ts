/**
 * Node options for programs and threads that tests start. The young generation has its full size from the start, so
 * that it is not collected repeatedly while modules load; that would be a quarter of the cost of starting a thread.
 */
export const youngHeap = ['--min-semi-space-size=16'];
