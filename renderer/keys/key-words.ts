/** Key names that are spelled out; all others are shown as in the table. */
const spelledKeys = ['Enter', 'Escape', 'Backspace', 'ArrowRight', 'ArrowLeft', 'Shift'] as const;
export type SpelledKey = (typeof spelledKeys)[number];

/** A key of the table as shown to the user: `Alt+ArrowRight` becomes `Alt →`. */
export function keyLabel(keys: string, words: Record<SpelledKey, string>): string {
  return keys
    .split('+')
    .map((key) => {
      const spelled = spelledKeys.find((known) => known === key);
      return spelled ? words[spelled] : key;
    })
    .join(' ');
}
