/** A folder of the journal that cannot be written, and the disk's error. */
export interface JournalFailure {
  folder: string;
  message: string;
  /** the folder is not the one that was chosen, for example because a share is not connected */
  isAway?: boolean;
}
type JournalName = 'own' | 'copy';
type OnFailure = (trouble: JournalFailure | null) => void;

/**
 * One warning for two folders that fail independently: it lasts until both can be written, and names the data folder's
 * own first.
 */
export function mergeJournalFailures(onFailure: OnFailure): (place: JournalName) => OnFailure {
  const activeFailures = new Map<JournalName, JournalFailure>();
  return (place) => (trouble) => {
    if (trouble) activeFailures.set(place, trouble);
    else activeFailures.delete(place);
    onFailure(activeFailures.get('own') ?? activeFailures.get('copy') ?? null);
  };
}
