import { loadAxe, type AxePage } from './axe-page.ts';
import type { Page } from 'playwright';

/** axe's contrast rule, which costs more than all its other rules together */
export const contrastRule = 'color-contrast';

/**
 * Lists texts whose contrast with their background is too low, one line each. The contrast is computed from the styles
 * of a text and of the elements painted behind it. With `first`, axe also measures one text of each kind per page, and
 * its result must match the computed one. With `other`, axe measures only texts whose background is not a plain colour.
 */
export async function lowContrast(page: Page, mode: 'first' | 'other'): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(findLowContrast, { rule: contrastRule, isFirst: mode === 'first' });
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
  /** contrast ratio; null if a background is not a plain colour */
  ratio: number | null;
  /** minimum contrast ratio */
  minRatio: number;
}

/** Runs in the page, so it uses nothing of this module. */
async function findLowContrast({ rule, isFirst }: { rule: string; isFirst: boolean }): Promise<string[]> {
  const pageGlobals = globalThis as unknown as AxePage & Colours & { passedKinds?: Set<string> };
  const { Color, flattenColors, getContrast } = pageGlobals.axe.commons.color;
  const passedKinds = (pageGlobals.passedKinds ??= new Set());
  const transparent = 'rgba(0, 0, 0, 0)';
  const ignoredSelector = ':disabled, :disabled *, [aria-disabled=true], [aria-disabled=true] *';
  /** points to probe, as fractions of an element's width and height */
  const points = [
    [0.5, 0.5],
    [0.02, 0.1],
    [0.98, 0.1],
    [0.02, 0.9],
    [0.98, 0.9],
  ] as const;
  const paints = new Map<Element, string>();
  const chains = new Map<Element, string>();

  /** What an element itself paints or applies to its content; empty if nothing. */
  function paintOf(element: Element): string {
    const cached = paints.get(element);
    if (cached !== undefined) return cached;
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element);
    const effects = [
      ...(backgroundColor === transparent ? [] : [backgroundColor]),
      ...(backgroundImage === 'none' ? [] : [backgroundImage]),
      ...(opacity === '1' ? [] : [`opacity ${opacity}`]),
      ...(filter === 'none' ? [] : [filter]),
      ...(mixBlendMode === 'normal' ? [] : [mixBlendMode]),
    ];
    const paint = effects.join(' ');
    paints.set(element, paint);
    return paint;
  }
  const isPlain = (paint: string) => paint === '' || /^(rgba?|color)\([^()]*\)$/.test(paint);

  /** The paints of the element and its ancestors, innermost first. */
  function chainOf(element: Element | null): string {
    if (!element) return '';
    const cached = chains.get(element);
    if (cached !== undefined) return cached;
    const paint = paintOf(element);
    const ancestorChain = chainOf(element.parentElement);
    const chain = paint === '' ? ancestorChain : `${paint} < ${ancestorChain}`;
    chains.set(element, chain);
    return chain;
  }

  /**
   * The elements stacked where the element is visible, which need not be its ancestors. Null if it is scrolled away,
   * clipped, or for screen readers only; axe ignores such texts.
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

  /**
   * Contrast ratio of a text; null if anything other than plain colours is painted there, or if anything covers the
   * text.
   */
  function ratioOf(element: Element, stack: readonly Element[], style: CSSStyleDeclaration): number | null {
    const ownIndex = stack.indexOf(element);
    const ancestorPaints = chainOf(element).split(' < ').filter(Boolean);
    if (!ancestorPaints.every(isPlain) || !stack.map(paintOf).every(isPlain) || style.textShadow !== 'none')
      return null;
    if (stack.slice(0, ownIndex).some((above) => paintOf(above) !== '')) return null;
    const backgrounds = stack.slice(ownIndex).map(paintOf).filter(Boolean).map(colourOf).toReversed();
    const background = backgrounds.reduce(
      (below, above) => flattenColors(above, below),
      colourOf('rgb(255, 255, 255)'),
    );
    return getContrast(background, flattenColors(colourOf(style.color), background));
  }

  const kinds = new Map<string, Text[]>();
  // A modal dialog makes everything else inert, and axe ignores inert elements.
  const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  for (const element of root.querySelectorAll('*')) {
    const isControl = element.matches('input, select, textarea');
    const nodes = [...element.childNodes];
    const hasText = isControl || nodes.some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    if (!hasText || !element.checkVisibility() || element.matches(ignoredSelector)) continue;
    const stack = stackAt(element);
    if (!stack) continue;
    const style = getComputedStyle(element);
    const { color, fontSize, fontWeight, textShadow } = style;
    const layers = stack.flatMap((layer) => (layer === element ? ['itself', paintOf(layer)] : paintOf(layer)));
    const kind = [isControl, color, fontSize, fontWeight, textShadow, chainOf(element), ...layers.filter(Boolean)].join(
      '; ',
    );
    if (passedKinds.has(kind)) continue;
    const isLarge = parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 14 : 18) * (96 / 72);
    const text = { element, ratio: ratioOf(element, stack, style), minRatio: isLarge ? 3 : 4.5 };
    kinds.set(kind, [...(kinds.get(kind) ?? []), text]);
  }

  const findings: string[] = [];
  async function checkWithAxe(texts: ReadonlyMap<Element, [string, Text]>): Promise<void> {
    if (texts.size === 0) return;
    const { violations, passes } = await pageGlobals.axe.run(
      { include: [...texts.keys()] as never },
      { runOnly: { type: 'rule', values: [rule] }, resultTypes: ['violations', 'passes'], elementRef: true },
    );
    findings.push(...violations.flatMap(({ nodes }) => nodes.map(({ target }) => `${rule}: ${target.join(' ')}`)));
    const changedTexts = new Map<Element, [string, Text]>();
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
          findings.push(`computed as ${String(ratio)}, by axe ${String(contrastRatio)}: ${target.join(' ')}`);
        // The colour changed between the two measurements; both are repeated.
        else if (stack) changedTexts.set(element, [kind, { ...text, ratio }]);
      } else passedKinds.add(kind);
    }
    await checkWithAxe(changedTexts);
  }

  for (const [kind, [text]] of isFirst ? [] : kinds) {
    if (!text || text.ratio === null) continue;
    kinds.delete(kind);
    if (text.ratio >= text.minRatio) passedKinds.add(kind);
    else findings.push(`${rule}: ${text.ratio.toFixed(2)} of ${text.element.outerHTML.slice(0, 160)}`);
  }
  // axe checks one text of each kind first, then the other texts of the kinds for which it had no result.
  const textsToCheck = (pick: (kindTexts: Text[]) => Text[]) =>
    new Map(
      [...kinds].flatMap(([kind, kindTexts]) => pick(kindTexts).map((text) => [text.element, [kind, text]] as const)),
    );
  await checkWithAxe(textsToCheck((kindTexts) => kindTexts.slice(0, 1)) as never);
  for (const kind of passedKinds) kinds.delete(kind);
  await checkWithAxe(textsToCheck((kindTexts) => kindTexts.slice(1)) as never);
  return findings;
}
