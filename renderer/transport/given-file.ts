/** What came of a file that was opened with the desk: `gone` where it cannot be read, or was read before. */
export type Given = File | 'tooLarge' | 'gone';

/** Takes a file that a person opened with the desk, by the id that the host gave it. */
export async function takeGiven(id: string, name: string): Promise<Given> {
  try {
    const answer = await fetch(`/given/${encodeURIComponent(id)}`);
    if (answer.status === 413) return 'tooLarge';
    return answer.ok ? new File([await answer.blob()], name) : 'gone';
  } catch {
    return 'gone';
  }
}
