/** A place of the journal that cannot be written, and what the disk says of it. */
export interface JournalTrouble {
  folder: string;
  message: string;
  /** the place is not the folder that was chosen, as where a share is not connected */
  isAway?: boolean;
}
type Place = 'own' | 'copy';
type OnTrouble = (trouble: JournalTrouble | null) => void;

/** One warning of two places that fail apart: it stands until both can be written, and names the data folder's own first. */
export function journalTrouble(onTrouble: OnTrouble): (place: Place) => OnTrouble {
  const standing = new Map<Place, JournalTrouble>();
  return (place) => (trouble) => {
    if (trouble) standing.set(place, trouble);
    else standing.delete(place);
    onTrouble(standing.get('own') ?? standing.get('copy') ?? null);
  };
}
