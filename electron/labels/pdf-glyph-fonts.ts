import type { Outline } from './open-fonts.ts';

/** A glyph as a page refers to it: the font's number in the document and a code from 0 to 255. */
export interface GlyphCode {
  readonly font: number;
  readonly code: number;
}

/** A Type 3 font: up to 256 outlines of one font file, each with the text that copying it gives. */
export interface GlyphFont {
  readonly unitsPerEm: number;
  readonly glyphs: { readonly outline: Outline; readonly text: string }[];
}

const codesPerFont = 256;

/**
 * Assigns codes to glyphs as pages use them. The fonts contain the same outlines as SVG and bitmap, so all outputs look
 * alike, and text remains selectable; no font file is subset or embedded. An outline used for two texts has two codes.
 */
export class GlyphFonts {
  readonly fonts: GlyphFont[] = [];
  readonly #codes = new Map<Outline, Map<string, GlyphCode>>();
  readonly #filling = new Map<string, number>();

  codeOf(outline: Outline, text: string): GlyphCode {
    let byText = this.#codes.get(outline);
    if (byText === undefined) {
      byText = new Map<string, GlyphCode>();
      this.#codes.set(outline, byText);
    }
    let code = byText.get(text);
    if (code === undefined) byText.set(text, (code = this.#add(outline, text)));
    return code;
  }

  #add(outline: Outline, text: string): GlyphCode {
    let number = this.#filling.get(outline.font);
    let font = number === undefined ? undefined : this.fonts[number];
    if (number === undefined || font === undefined || font.glyphs.length === codesPerFont) {
      font = { unitsPerEm: outline.unitsPerEm, glyphs: [] };
      number = this.fonts.push(font) - 1;
      this.#filling.set(outline.font, number);
    }
    return { font: number, code: font.glyphs.push({ outline, text }) - 1 };
  }
}
