/** Result of reading a file opened with the desk: `gone` if it cannot be read or was read before. */
export type OpenedFile = File | 'tooLarge' | 'gone';

/** Reads a file the user opened with the desk, by the id the host assigned to it. */
export async function readOpenedFile(id: string, name: string): Promise<OpenedFile> {
  try {
    const answer = await fetch(`/given/${encodeURIComponent(id)}`);
    if (answer.status === 413) return 'tooLarge';
    return answer.ok ? new File([await answer.blob()], name) : 'gone';
  } catch {
    return 'gone';
  }
}
