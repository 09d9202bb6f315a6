/**
 * Counts the successful syncs of files whose paths have one of these endings, in output of `strace -f -y -e
 * trace=fsync,fdatasync`. A call that is interrupted by one of another thread takes two lines.
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
