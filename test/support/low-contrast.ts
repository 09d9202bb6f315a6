import type { Page } from 'playwright';
import { bringAxe, type AxePage } from './axe-page.ts';

/** axe's rule of contrast, which costs more than all its others together */
export const contrastRule = 'color-contrast';

/**
 * Texts too weak against what is behind them, one line for each. That follows from how a text is drawn and from what is painted behind it, and is
 * read here for each. In the first look of a place axe judges each kind of text, once on a page, and what is computed here must come to the same;
 * in its other `looks` texts are computed alone, where all behind them is plain colour, and axe judges the rest.
 */
export async function lowContrast(page: Page, look: 'first' | 'other'): Promise<string[]> {
  await bringAxe(page);
  return page.evaluate(judge, { rule: contrastRule, isFirst: look === 'first' });
}

interface Colour {
  parseString(text: string): void;
  alpha: number;
}
interface Colours {
  axe: {
    commons: {
      color: {
        Color: new (red: number, green: number, blue: number) => Colour;
        flattenColors(above: Colour, below: Colour): Colour;
        getContrast(one: Colour, other: Colour): number;
      };
    };
  };
}
interface Text {
  element: Element;
  /** contrast by what is plain colour; null where not all is */
  ratio: number | null;
  /** what it must come to */
  least: number;
}

/** Runs in the page: uses nothing of this module. */
async function judge({ rule, isFirst }: { rule: string; isFirst: boolean }): Promise<string[]> {
  const here = globalThis as unknown as AxePage & Colours & { foundGood?: Set<string> };
  const { Color, flattenColors, getContrast } = here.axe.commons.color;
  const good = (here.foundGood ??= new Set());
  const clear = 'rgba(0, 0, 0, 0)';
  const unasked = ':disabled, :disabled *, [aria-disabled=true], [aria-disabled=true] *';
  /** parts of an element's width and height */
  const points = [
    [0.5, 0.5],
    [0.02, 0.1],
    [0.98, 0.1],
    [0.02, 0.9],
    [0.98, 0.9],
  ] as const;
  const paints = new Map<Element, string>();
  const chains = new Map<Element, string>();

  /** What an element itself paints, or does to what it holds; empty for one that does nothing. */
  function paintOf(element: Element): string {
    const known = paints.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
    const does = [
      ...(backgroundColor === clear ? [] : [backgroundColor]),
      ...(backgroundImage === 'none' ? [] : [backgroundImage]),
      ...(opacity === '1' ? [] : [`opacity ${opacity}`]),
      ...(filter === 'none' ? [] : [filter]),
      ...(mixBlendMode === 'normal' ? [] : [mixBlendMode]),
    ];
    const paint = does.join(' ');
    paints.set(element, paint);
    return paint;
  }
  const isPlain = (paint: string) => paint === '' || /^(rgba?|color)\([^()]*\)$/.test(paint);

  /** What the element stands in, from the inmost on. */
  function chainOf(element: Element | null): string {
    if (!element) return '';
    const known = chains.get(element);
    if (known !== undefined) return known;
    const paint = paintOf(element);
    const around = chainOf(element.parentElement);
    const chain = paint === '' ? around : `${paint} < ${around}`;
    chains.set(element, chain);
    return chain;
  }

  /**
   * What lies over one another where the element is to be seen, which need not be what it stands in. Null where it cannot be seen, scrolled away,
   * cut off or for ears only: axe leaves such texts alone.
   */
  function stackAt(element: Element): Element[] | null {
    for (const { left, top, width, height } of [...element.getClientRects()].slice(0, 3))
      for (const [x, y] of points) {
        const stack = document.elementsFromPoint(left + width * x, top + height * y);
        if (stack.includes(element)) return stack;
      }
    return null;
  }

  function colourOf(text: string): Colour {
    const colour = new Color(0, 0, 0);
    colour.parseString(text);
    return colour;
  }

  /** Null where more than plain colours lies there, or anything over the text. */
  function ratioOf(element: Element, stack: readonly Element[], drawn: CSSStyleDeclaration): number | null {
    const at = stack.indexOf(element);
    const around = chainOf(element).split(' < ').filter(Boolean);
    if (!around.every(isPlain) || !stack.map(paintOf).every(isPlain) || drawn.textShadow !== 'none') return null;
    if (stack.slice(0, at).some((above) => paintOf(above) !== '')) return null;
    const behind = stack.slice(at).map(paintOf).filter(Boolean).map(colourOf).toReversed();
    const ground = behind.reduce((below, above) => flattenColors(above, below), colourOf('rgb(255, 255, 255)'));
    return getContrast(ground, flattenColors(colourOf(drawn.color), ground));
  }

  const kinds = new Map<string, Text[]>();
  // a modal dialog makes all else inert, which axe leaves alone
  const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  for (const element of place.querySelectorAll('*')) {
    const control = element.matches('input, select, textarea');
    const nodes = [...element.childNodes];
    const says = control || nodes.some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if (!says || !element.checkVisibility() || element.matches(unasked)) continue;
    const stack = stackAt(element);
    if (!stack) continue;
    const drawn = getComputedStyle(element);
    const { color, fontSize, fontWeight, textShadow } = drawn;
    const layers = stack.flatMap((one) => (one === element ? ['itself', paintOf(one)] : paintOf(one)));
    const kind = [control, color, fontSize, fontWeight, textShadow, chainOf(element), ...layers.filter(Boolean)].join(
      '; ',
    );
    if (good.has(kind)) continue;
    const isLarge = parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 14 : 18) * (96 / 72);
    const text = { element, ratio: ratioOf(element, stack, drawn), least: isLarge ? 3 : 4.5 };
    kinds.set(kind, [...(kinds.get(kind) ?? []), text]);
  }

  const found: string[] = [];
  async function ask(texts: ReadonlyMap<Element, [string, Text]>): Promise<void> {
    if (texts.size === 0) return;
    const { violations, passes } = await here.axe.run(
      { include: [...texts.keys()] as never },
      { runOnly: { type: 'rule', values: [rule] }, resultTypes: ['violations', 'passes'], elementRef: true },
    );
    found.push(...violations.flatMap(({ nodes }) => nodes.map(({ target }) => `${rule}: ${target.join(' ')}`)));
    const changed = new Map<Element, [string, Text]>();
    for (const { element, any, target } of [...violations, ...passes].flatMap(({ nodes }) => nodes)) {
      const [kind, text] = (element && texts.get(element)) ?? [];
      if (!element || kind === undefined || !text) continue;
      const { contrastRatio } = any[0]?.data as { contrastRatio: number };
      if (text.ratio !== null && Math.abs(text.ratio - contrastRatio) > 0.02) {
        paints.clear();
        chains.clear();
        const stack = stackAt(element);
        const ratio = stack && ratioOf(element, stack, getComputedStyle(element));
        if (ratio === text.ratio)
          found.push(`computed as ${String(ratio)}, by axe ${String(contrastRatio)}: ${target.join(' ')}`);
        // it came to another colour between the two looks: both look again
        else if (stack) changed.set(element, [kind, { ...text, ratio }]);
      } else good.add(kind);
    }
    await ask(changed);
  }

  for (const [kind, [text]] of isFirst ? [] : kinds) {
    if (!text || text.ratio === null) continue;
    kinds.delete(kind);
    if (text.ratio >= text.least) good.add(kind);
    else found.push(`${rule}: ${text.ratio.toFixed(2)} of ${text.element.outerHTML.slice(0, 160)}`);
  }
  // one of each kind; and where axe has nothing to say of that one, the others
  const asked = (texts: (all: Text[]) => Text[]) =>
    new Map([...kinds].flatMap(([kind, all]) => texts(all).map((text) => [text.element, [kind, text]] as const)));
  await ask(asked((all) => all.slice(0, 1)) as never);
  for (const kind of good) kinds.delete(kind);
  await ask(asked((all) => all.slice(1)) as never);
  return found;
}
