/** A parcel box of a counter: its name, and length, width and height as exact decimals with a point. */
export interface BoxSize {
  name: string;
  sides: readonly [string, string, string];
}

const side = String.raw`(\d{1,6}(?:[.,]\d{1,3})?)`;
const by = String.raw`\s*[xX×*]\s*`;
const threeSides = new RegExp(`^${side}${by}${side}${by}${side}$`);
const named = new RegExp(`^(.*\\S)[\\s:=]\\s*${side}${by}${side}${by}${side}$`);

const sidesOf = (found: readonly (string | undefined)[]): BoxSize['sides'] => {
  const [length = '', width = '', height = ''] = found.map((one) => one?.replace(',', '.'));
  return [length, width, height];
};

/** Parses three sides such as `30x20x15`; null for anything else. */
export function readSides(text: string): BoxSize['sides'] | null {
  const found = threeSides.exec(text.trim());
  return found && sidesOf(found.slice(1));
}

/**
 * Parses boxes with their sizes, such as `S 20x15x10; M 30x20x15`; null if a part is invalid or a name occurs twice.
 */
export function readBoxSizes(text: string): BoxSize[] | null {
  const parts = text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const boxes = parts.flatMap((part): BoxSize[] => {
    const found = named.exec(part);
    const name = found?.[1]?.replace(/[:=]$/, '').trim() ?? '';
    return found && name !== '' ? [{ name, sides: sidesOf(found.slice(2)) }] : [];
  });
  const names = new Set(boxes.map(({ name }) => name.toLowerCase()));
  return boxes.length === parts.length && names.size === boxes.length ? boxes : null;
}
