/**
 * Syncs that were over and succeeded, in what `strace -f -y -e trace=fsync,fdatasync` wrote: of files whose path ends so. A call that
 * another thread's call interrupts is written in two lines.
 */
export function tracedSyncs(traced: string, ...ends: readonly string[]): number {
  const underWay = new Map<string, boolean>();
  let count = 0;
  for (const line of traced.split('\n')) {
    const thread = line.split(' ', 1)[0] ?? '';
    if (/ f(data)?sync\(/.test(line))
      underWay.set(
        thread,
        ends.some((end) => line.includes(`${end}>`)),
      );
    if (line.endsWith(' = 0') && underWay.get(thread)) count++;
  }
  return count;
}
