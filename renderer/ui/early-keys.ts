/**
 * Buffers keys of a list that is still loading (`isAwaited`). They are replayed in order when it is loaded and dropped
 * if it loses the focus.
 */
export function bufferListKeys(isOfList: (event: KeyboardEvent) => boolean) {
  let kept: KeyboardEvent[] = [];
  return {
    /** Whether the key was buffered. */
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
