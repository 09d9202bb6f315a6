import { bringAxe, type AxePage } from './axe-page.ts';
import type { Page } from 'playwright';

/** axe's contrast rule, which costs more than all its other rules together */
export const contrastRule = 'color-contrast';

/**
 * Lists texts whose contrast with their background is too low, one line each. Contrast is computed from the computed
 * styles of a text and of the elements painted behind it. With `first`, axe also judges each kind of text once per
 * page, and the computed value must match; with `other`, axe judges only texts whose background is not a plain colour.
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
  /** contrast ratio; null if a background is not a plain colour */
  ratio: number | null;
  /** minimum contrast ratio */
  least: number;
}

/** Runs in the page, so it uses nothing of this module. */
async function judge({ rule, isFirst }: { rule: string; isFirst: boolean }): Promise<string[]> {
  const here = globalThis as unknown as AxePage & Colours & { foundGood?: Set<string> };
  const { Color, flattenColors, getContrast } = here.axe.commons.color;
  const good = (here.foundGood ??= new Set());
  const clear = 'rgba(0, 0, 0, 0)';
  const unasked = ':disabled, :disabled *, [aria-disabled=true], [aria-disabled=true] *';
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

  /** The paints of the element and its ancestors, innermost first. */
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
   * The elements stacked where the element is visible, which need not be its ancestors. Null if it is not visible:
   * scrolled away, clipped or for screen readers only. axe ignores such texts.
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

  /** Null if anything other than plain colours is painted there, or anything covers the text. */
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
  // A modal dialog makes everything else inert, which axe ignores.
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
        // The colour changed between the two measurements, so both are repeated.
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
  // One text of each kind, and the others of the kinds for which axe has no result.
  const asked = (texts: (all: Text[]) => Text[]) =>
    new Map([...kinds].flatMap(([kind, all]) => texts(all).map((text) => [text.element, [kind, text]] as const)));
  await ask(asked((all) => all.slice(0, 1)) as never);
  for (const kind of good) kinds.delete(kind);
  await ask(asked((all) => all.slice(1)) as never);
  return found;
}
