import type { Bitmap } from './bitmap.ts';

/** A rectangle on a label, in millimetres from its top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A glyph with its origin (left end of its baseline) in millimetres; `text` is what it stands for, empty where another glyph says it. */
export interface PlacedGlyph {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Glyphs of one font at one size (millimetres per em), in the order they stand on paper, left to right. */
export interface GlyphRun {
  readonly font: string;
  readonly size: number;
  readonly glyphs: readonly PlacedGlyph[];
}

/** One line; its box holds all ink of its glyphs. */
export interface TextLine extends Box {
  readonly text: string;
  readonly runs: readonly GlyphRun[];
}

/** `inverse` is white text on a box filled black. */
export interface TextBox extends Box {
  readonly kind: 'text';
  readonly role: string;
  readonly inverse: boolean;
  readonly lines: readonly TextLine[];
}

export interface RuleBox extends Box {
  readonly kind: 'rule';
  readonly role: string;
}

/** `bars` is a string of 1 (bar) and 0 (space), a character per module; the box includes the quiet zones. */
export interface Code128Box extends Box {
  readonly kind: 'code128';
  readonly role: string;
  readonly text: string;
  readonly module: number;
  readonly bars: string;
}

/** `rows` are strings of 1 (dark) and 0, from the top; the box includes the quiet zone of four modules. */
export interface QrBox extends Box {
  readonly kind: 'qr';
  readonly role: string;
  readonly text: string;
  readonly module: number;
  readonly rows: readonly string[];
}

/** Dots in a box; what is white of them is paper. */
export interface PictureBox extends Box {
  readonly kind: 'picture';
  readonly role: string;
  readonly bitmap: Bitmap;
}

export type LayoutBox = TextBox | RuleBox | Code128Box | QrBox | PictureBox;

export type LabelProblemKind =
  | 'missing-glyph'
  | 'does-not-fit'
  | 'too-long'
  | 'control-character'
  | 'not-encodable'
  | 'nothing-to-encode'
  | 'fine-bars'
  | 'no-address'
  | 'own-label';

/**
 * What is wrong with a label, found before it is printed. `field` is the path in the label's source; `stops` says that it must not be printed so; `params` are what a
 * screen puts into its own sentence for the kind: `count` of characters or lines, `characters` by name.
 */
export interface LabelProblem {
  readonly kind: LabelProblemKind;
  readonly field: string;
  readonly message: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly stops: boolean;
}

/** A whole label as plain data, in millimetres. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly LayoutBox[];
  readonly problems: readonly LabelProblem[];
}
