/** One bit per dot, 1 is black; rows from the top, each padded to whole bytes, the leftmost dot in the highest bit. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly bytesPerRow: number;
  readonly bits: Uint8Array;
}

/** A rectangle on a label, in millimetres from its top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A glyph with its origin (left end of its baseline) in millimetres; `text` is the text it represents, empty if another
 * glyph carries it.
 */
export interface PlacedGlyph {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Glyphs of one font at one size (millimetres per em), in visual order from left to right. */
export interface GlyphRun {
  readonly font: string;
  readonly size: number;
  readonly glyphs: readonly PlacedGlyph[];
}

/** One line; its box encloses all ink of its glyphs. */
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

/** `bars` is a string of 1 (bar) and 0 (space), one character per module; the box includes the quiet zones. */
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

/** Dots in a box; white dots are not printed. */
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
 * A problem of a label, found before printing. `field` is the path in the label's source; `stops`: the label must not
 * be printed; `params` are for a screen's own sentence for the kind: `count` of characters or lines, `characters` by
 * name.
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
