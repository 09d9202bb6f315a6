/**
 * Runs a callback once after a delay (ms); the returned function cancels it. Pending input is processed first: after a
 * hung disk or a sleep of the machine, a timeout would otherwise fire before the answer already received is read, and
 * report silence.
 */
export function after(ms: number, run: () => void): () => void {
  let heard: NodeJS.Immediate | undefined;
  const timeout = setTimeout(() => (heard = setImmediate(run)), ms);
  return () => {
    clearTimeout(timeout);
    clearImmediate(heard);
  };
}
