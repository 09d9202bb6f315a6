/** Ends of a paragraph but the line feed, which pages and labels take for a space or a break of their own. */
const paragraphEnds = /[\u001c-\u001e\u0085\u2029]|\r(?!\n)/g;
const isolates = /[\u2066-\u2069]/g;
const endOfIsolate = '\u2069';

/**
 * A text that stays within whatever bounds stand around it, as `<bdi>` or a mark that isolates: it ends none but those it began itself, and
 * leaves none of its own open. What would do that is a sign that is seen.
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
