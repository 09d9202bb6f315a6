import { boundedText } from '../../shared/text/bounded-text.ts';

const escapesBounds = /[\u001c-\u001e\u0085\u2029\u2066-\u2069]|\r(?!\n)/;

/** Elements whose text is the value of a field and must stay unchanged. */
const fieldTexts = 'textarea, option';

function boundText(node: Node): void {
  if (!(node instanceof Text) || node.parentElement?.matches(fieldTexts)) return;
  const bounded = boundedText(node.data);
  if (bounded !== node.data) node.data = bounded;
}

function boundTextsIn(node: Node): void {
  if (!escapesBounds.test(node.textContent ?? '')) return;
  const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  for (let text: Node | null = texts.currentNode; text; text = texts.nextNode()) boundText(text);
}

/**
 * Keeps each text of the page within its element, before it is painted. Browsers implement `<bdi>` and `unicode-bidi`
 * by marks around the text, so a name that contains the closing mark would change the direction of everything after it.
 * The returned function stops it.
 */
export function boundPageTexts(page: Element): () => void {
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'characterData') boundTextsIn(target);
      else addedNodes.forEach(boundTextsIn);
  });
  observer.observe(page, { subtree: true, childList: true, characterData: true });
  return () => observer.disconnect();
}
