/**
 * Returns the processor time of a run (ms): the minimum of several rounds, which excludes other load on the machine.
 * Only results from the same machine can be compared.
 */
export function cpuCost(action: () => unknown, { turns: rounds = 3, timesEach: runsPerRound = 1 } = {}): number {
  action();
  const costsMs = Array.from({ length: rounds }, () => {
    const cpuBefore = process.cpuUsage();
    for (let run = 0; run < runsPerRound; run++) action();
    const { user, system } = process.cpuUsage(cpuBefore);
    return (user + system) / 1000 / runsPerRound;
  });
  return Math.min(...costsMs);
}
