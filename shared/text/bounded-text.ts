/** Paragraph separators except the line feed, which pages and labels render as a space or a break. */
const paragraphEnds = /[\u001c-\u001e\u0085\u2029]|\r(?!\n)/g;
const isolates = /[\u2066-\u2069]/g;
const endOfIsolate = '\u2069';

/**
 * Makes a text safe within `<bdi>` or an isolate: it closes only isolates it opened, and leaves none open. Other
 * closing marks, and paragraph separators, become a visible sign.
 */
export function boundedText(text: string): string {
  let openIsolates = 0;
  const bounded = text.replace(paragraphEnds, '\ufffd').replace(isolates, (mark) => {
    if (mark !== endOfIsolate) openIsolates += 1;
    else if (openIsolates === 0) return '\ufffd';
    else openIsolates -= 1;
    return mark;
  });
  return bounded + endOfIsolate.repeat(openIsolates);
}
