/** A folder of the journal that cannot be written, and the disk's error. */
export interface JournalTrouble {
  folder: string;
  message: string;
  /** the folder is not the one that was chosen, for example because a share is not connected */
  isAway?: boolean;
}
type Place = 'own' | 'copy';
type OnTrouble = (trouble: JournalTrouble | null) => void;

/**
 * One warning for two folders that fail independently: it lasts until both can be written, and names the data folder's
 * own first.
 */
export function journalTrouble(onTrouble: OnTrouble): (place: Place) => OnTrouble {
  const standing = new Map<Place, JournalTrouble>();
  return (place) => (trouble) => {
    if (trouble) standing.set(place, trouble);
    else standing.delete(place);
    onTrouble(standing.get('own') ?? standing.get('copy') ?? null);
  };
}
