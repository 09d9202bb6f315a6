/**
 * Processor time of a run in ms, the least of several: what else the machine does meanwhile is no part of it. A cost means
 * something only beside another of the same machine.
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
