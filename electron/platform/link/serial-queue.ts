/** Runs actions one at a time, in order; a failed one does not stop later ones. */
export function serialQueue(): <T>(act: () => Promise<T> | T) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(act: () => Promise<T> | T): Promise<T> => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
