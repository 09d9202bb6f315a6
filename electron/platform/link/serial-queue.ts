/** Runs actions one at a time, in order; a failed one does not stop later ones. */
export function serialQueue(): <T>(action: () => Promise<T> | T) => Promise<T> {
  let tail: Promise<unknown> = Promise.resolve();
  return <T>(action: () => Promise<T> | T): Promise<T> => {
    const result = tail.then(action);
    tail = result.catch(() => undefined);
    return result;
  };
}
