/** Acts are done one at a time, in the order asked; one that fails stops none of the later ones. */
export function serialQueue(): <T>(act: () => Promise<T> | T) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(act: () => Promise<T> | T): Promise<T> => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
