/**
 * The steps of a JSONPath as `jsonPath` writes it: `$.Package.Skus[0].Sku` → `['Package', 'Skus', 0, 'Sku']`. Null for any other
 * text, and for the whole value (`$`).
 */
export function readJsonPath(text: string): (string | number)[] | null {
  if (!whole.test(text)) return null;
  return [...text.matchAll(step)].map(({ 1: name, 2: quoted, 3: index }) =>
    index === undefined ? (name ?? (quoted ?? '').replaceAll(/\\(.)/g, '$1')) : Number(index),
  );
}

const steps = String.raw`\.([A-Za-z_]\w*)|\['((?:[^'\\]|\\.)*)'\]|\[(\d{1,6})\]`;
const step = new RegExp(steps, 'g');
const whole = new RegExp(`^\\$(?:${steps})+$`);
