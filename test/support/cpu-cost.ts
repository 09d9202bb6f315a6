/**
 * Returns the processor time of a run in ms, the minimum of several runs, to exclude other load on the machine. Only
 * comparisons on the same machine are meaningful.
 */
export function cpuCost(run: () => unknown, { turns = 3, timesEach = 1 } = {}): number {
  run();
  const costs = Array.from({ length: turns }, () => {
    const before = process.cpuUsage();
    for (let time = 0; time < timesEach; time++) run();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / timesEach;
  });
  return Math.min(...costs);
}
