/** Which problem an act comes to; `none` where it does what it should. */
export function problemKindOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as { problem?: { kind: string } }).problem?.kind ?? String(error);
  }
  return 'none';
}
