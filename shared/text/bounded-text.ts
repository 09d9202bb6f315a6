/** Paragraph separators except the line feed, which pages and labels render as a space or a break. */
const paragraphEnds = /[\u001c-\u001e\u0085\u2029]|\r(?!\n)/g;
const isolates = /[\u2066-\u2069]/g;
const endOfIsolate = '\u2069';

/**
 * Makes a text safe within `<bdi>` or an isolating mark: it closes only isolates it opened, and leaves none open.
 * Offending characters become a visible sign.
 */
export function boundedText(text: string): string {
  let open = 0;
  const kept = text.replace(paragraphEnds, '\ufffd').replace(isolates, (mark) => {
    if (mark !== endOfIsolate) open += 1;
    else if (open === 0) return '\ufffd';
    else open -= 1;
    return mark;
  });
  return kept + endOfIsolate.repeat(open);
}
