/**
 * Runs something once after so long (ms); the answer cancels it. What has come meanwhile is heard first: in a thread that heard nothing for a
 * time, since its disk hung or the machine slept, a wait is over before the answer that lies there is read, and would call it silence.
 */
export function after(ms: number, run: () => void): () => void {
  let heard: NodeJS.Immediate | undefined;
  const timeout = setTimeout(() => (heard = setImmediate(run)), ms);
  return () => {
    clearTimeout(timeout);
    clearImmediate(heard);
  };
}
