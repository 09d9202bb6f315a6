/**
 * Keys of a list that is on its way: they are kept while `isAwaited`, pressed in their order once it is there, and forgotten where it is
 * left before.
 */
export function earlyKeys(isOfList: (event: KeyboardEvent) => boolean) {
  let kept: KeyboardEvent[] = [];
  return {
    /** Whether the key waits. */
    keep(event: KeyboardEvent, isAwaited: boolean): boolean {
      if (!isAwaited || !isOfList(event)) return false;
      kept.push(event);
      event.preventDefault();
      return true;
    },
    take: (): KeyboardEvent[] => kept.splice(0),
    forget: (): void => void (kept = []),
  };
}
