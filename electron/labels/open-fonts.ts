import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { Blob, Face, Font } from 'harfbuzzjs';
import { embolden, type Drawn } from './embolden.ts';
import { fileOf } from './script-fonts.ts';

/** A glyph's shape, as every emitter draws it. */
export interface Outline extends Drawn {
  readonly font: string;
  readonly id: number;
  readonly unitsPerEm: number;
  readonly advance: number;
}

interface OpenFont {
  readonly font: Font;
  readonly unitsPerEm: number;
  readonly heavier: boolean;
  readonly outlines: Map<number, Outline>;
  readonly covered: Map<number, boolean>;
}

/** The fonts of one folder. A file is read when the first character that needs it comes: the CJK font alone has 16 MB. */
export class Fonts {
  readonly #folder: string;
  readonly #open = new Map<string, OpenFont>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  font(name: string): Font {
    return this.#get(name).font;
  }

  unitsPerEm(name: string): number {
    return this.#get(name).unitsPerEm;
  }

  covers(name: string, codePoint: number): boolean {
    const open = this.#get(name);
    let covered = open.covered.get(codePoint);
    if (covered === undefined) {
      covered = (open.font.nominalGlyph(codePoint) ?? 0) !== 0;
      open.covered.set(codePoint, covered);
    }
    return covered;
  }

  outline(name: string, id: number): Outline {
    const { font, unitsPerEm, heavier, outlines } = this.#get(name);
    let outline = outlines.get(id);
    if (outline === undefined) {
      const box = font.glyphExtents(id);
      const ink =
        box === undefined || box.width === 0 || box.height === 0
          ? undefined
          : {
              xMin: Math.min(box.xBearing, box.xBearing + box.width),
              xMax: Math.max(box.xBearing, box.xBearing + box.width),
              yMin: Math.min(box.yBearing, box.yBearing + box.height),
              yMax: Math.max(box.yBearing, box.yBearing + box.height),
            };
      const regular = { path: font.glyphToPath(id), ink };
      const drawn = heavier ? embolden(regular, unitsPerEm) : regular;
      outline = { font: name, id, unitsPerEm, advance: font.glyphHAdvance(id), ...drawn };
      outlines.set(id, outline);
    }
    return outline;
  }

  #get(name: string): OpenFont {
    let open = this.#open.get(name);
    if (open === undefined) {
      open = this.#openFont(name);
      this.#open.set(name, open);
    }
    return open;
  }

  #openFont(name: string): OpenFont {
    const { file, heavier } = fileOf(name);
    if (heavier) return { ...this.#get(file), heavier, outlines: new Map() };
    const face = new Face(new Blob(readFileSync(join(this.#folder, file))));
    return { font: new Font(face), unitsPerEm: face.upem, heavier, outlines: new Map(), covered: new Map() };
  }
}

/** The fonts that come with the desk, or those of another folder; reads no file yet. */
export function openFonts(folder: string = fileURLToPath(new URL('./fonts/', import.meta.url))): Fonts {
  return new Fonts(folder);
}
