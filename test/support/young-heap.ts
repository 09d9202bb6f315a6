/**
 * Given to Node where tests begin programs and threads: the young heap has its full size from the start, and is not gone through again
 * and again while modules are loaded, which is a quarter of what a thread's start costs.
 */
export const youngHeap = ['--min-semi-space-size=16'];
