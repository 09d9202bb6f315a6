import { rightToLeftOverride } from '../../support/hostile-fields.ts';
import type { Page } from '@playwright/test';

/** Hostile texts on a page that became more than text, or that change the direction of text beside them. */
export const harmIn = (page: Page) =>
  page.evaluate((turned) => {
    const found: string[] = 'harmed' in self ? ['a script ran'] : [];
    for (const made of document.querySelectorAll('img[src=x], body script, #harm, i:not([class])'))
      found.push(made.outerHTML);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode.textContent ?? '';
      // A field is a block of its own and holds the text as entered.
      const isField = texts.currentNode.parentElement?.matches('textarea, option');
      let open = 0;
      for (const mark of isField ? '' : text) {
        if (/[\u2066-\u2068]/.test(mark)) open += 1;
        if (mark === '\u2069') open -= 1;
        if (open < 0 || /[\u001c-\u001e\u0085\u2029]/.test(mark)) found.push(`leaves its bounds: ${text}`);
      }
      if (!text.includes(turned) || !texts.currentNode.parentElement?.checkVisibility()) continue;
      let bounds: Element | null = texts.currentNode.parentElement;
      while (bounds && !/isolate|plaintext/.test(getComputedStyle(bounds).unicodeBidi)) bounds = bounds.parentElement;
      const before = text.slice(0, text.indexOf(turned));
      const isAlone = bounds?.textContent?.trim() === text.trim();
      if (!isAlone && !before.includes('\u2068'))
        found.push(`turns what is beside it: ${bounds?.outerHTML.slice(0, 300) ?? ''}`);
    }
    return found;
  }, rightToLeftOverride);
