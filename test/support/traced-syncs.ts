/**
 * Counts the successful syncs of files whose paths have one of the endings, in the output of `strace -f -y -e
 * trace=fsync,fdatasync`. A call takes two lines if a call of another thread interrupts it.
 */
export function countTracedSyncs(traceOutput: string, ...pathEndings: readonly string[]): number {
  const countsByThread = new Map<string, boolean>();
  let count = 0;
  for (const line of traceOutput.split('\n')) {
    const thread = line.split(' ', 1)[0] ?? '';
    if (/ f(data)?sync\(/.test(line))
      countsByThread.set(
        thread,
        pathEndings.some((ending) => line.includes(`${ending}>`)),
      );
    if (line.endsWith(' = 0') && countsByThread.get(thread)) count++;
  }
  return count;
}
