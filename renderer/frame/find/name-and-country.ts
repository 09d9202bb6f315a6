import type { MarkedText } from '../../../shared/contract/search-procedures.ts';

/** `Zoë Åkesson, SE` in its two parts, which are drawn apart: a name from right to left must not take the country to its other side. */
export function nameAndCountry(recipient: MarkedText): MarkedText[] {
  const comma = recipient.text.lastIndexOf(', ');
  return comma < 0 ? [recipient] : [part(recipient, 0, comma), part(recipient, comma, recipient.text.length)];
}

function part({ text, hits }: MarkedText, from: number, to: number): MarkedText {
  const within = hits
    .map(([start, end]): [number, number] => [Math.max(start, from) - from, Math.min(end, to) - from])
    .filter(([start, end]) => start < end);
  return { text: text.slice(from, to), hits: within };
}
