/** The kind of problem a call fails with; `none` if it succeeds. */
export function problemKindOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return (error as { problem?: { kind: string } }).problem?.kind ?? String(error);
  }
  return 'none';
}
