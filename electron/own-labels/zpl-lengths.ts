/** How the fields that follow are drawn, as ZPL sets it command by command. */
export interface FieldStyle {
  /** `^A` and `^CF`: its letter, height and width in dots */
  font: Font;
  /** `^CF`, which counts again after a field */
  usualFont: Font;
  /** `^B…`: its letter and parameters; null: the field is text */
  code: { kind: string; turn: Turn; height: number } | null;
  /** `^BY`: module and height of codes, in dots */
  module: number;
  codeHeight: number;
  /** `^FW` */
  turn: Turn;
  /** `^FB`, `^TB` or `^FP`: how long the field becomes is not known */
  isFlowing: boolean;
  /** `^FH`: the sign before two hexadecimal digits; null: there are none */
  hex: string | null;
}
/** N: upright, R, I, B: turned by one, two or three quarters. */
type Turn = 'N' | 'R' | 'I' | 'B';
interface Font {
  name: string;
  turn: Turn | null;
  height: number;
  width: number;
}

const deviceFont: Font = { name: 'A', turn: null, height: 9, width: 5 };
/** As the desk sets it before the fields. */
export const firstStyle = (): FieldStyle => ({
  font: deviceFont,
  usualFont: deviceFont,
  code: null,
  module: 2,
  codeHeight: 10,
  turn: 'N',
  isFlowing: false,
  hex: null,
});

/** Height and width of a letter of the fonts with letters of one width, in dots. */
const fixedFonts: Readonly<Record<string, readonly [number, number]>> = {
  ...{ A: [9, 5], B: [11, 7], C: [18, 10], D: [18, 10], E: [28, 15], F: [26, 13], G: [60, 40], H: [21, 13] },
};
/** Parts of the width of other fonts that letters surely take: narrow ones, and all others. */
const [narrow, other] = [0.2, 0.4];
const narrowLetters = new Set(" .,:;'|!ijlftrI1()[]-/`");

/** Sets what a command says of the fields behind it. Returns the same style where it says nothing of them. */
export function styleAfter(style: FieldStyle, name: string, text: string): FieldStyle {
  const parts = text.split(',').map((part) => part.trim());
  const number = (at: number): number | null => (/^\d{1,5}$/.test(parts[at] ?? '') ? Number(parts[at]) : null);
  const turnAt = (letter: string | undefined): Turn | null =>
    letter !== undefined && /^[NRIB]$/i.test(letter) ? (letter.toUpperCase() as Turn) : null;
  if (name === '^A') {
    const font = (parts[0] ?? '').slice(0, 1).toUpperCase();
    return { ...style, font: fontOf(font, turnAt(parts[0]?.slice(1, 2)), number(1), number(2)) };
  }
  if (name === '^CF') {
    const usualFont = fontOf((parts[0] || style.usualFont.name).toUpperCase(), null, number(1), number(2));
    return { ...style, font: usualFont, usualFont };
  }
  if (name === '^BY') return { ...style, module: number(0) ?? style.module, codeHeight: number(2) ?? style.codeHeight };
  if (name === '^FW') return { ...style, turn: turnAt(parts[0]) ?? style.turn };
  if (name === '^FB' || name === '^TB' || name === '^FP') return { ...style, isFlowing: true };
  if (name === '^FH') return { ...style, hex: parts[0] || '_' };
  if (name === '^FS') return { ...style, font: style.usualFont, code: null, isFlowing: false, hex: null };
  if (/^\^B[^Y]$/.test(name)) {
    // Code 39 has its check digit before its height
    const height = number(name === '^B3' ? 2 : 1);
    return { ...style, code: { kind: name, turn: turnAt(parts[0]) ?? style.turn, height: height ?? style.codeHeight } };
  }
  return style;
}

function fontOf(name: string, turn: Turn | null, height: number | null, width: number | null): Font {
  const [fixedHeight, fixedWidth] = fixedFonts[name] ?? [0, 0];
  if (fixedHeight > 0 && height === null && width === null)
    return { name, turn, height: fixedHeight, width: fixedWidth };
  return { name, turn, height: height ?? width ?? 0, width: width ?? height ?? 0 };
}

export interface LeastSize {
  width: number;
  height: number;
  /** it is not turned */
  isUpright: boolean;
}

/**
 * What a field surely takes on paper, in dots: what its letters or its code are at their narrowest. Null where that is
 * not known, as of text that is broken into lines and of two-dimensional codes.
 */
export function leastSize(style: FieldStyle, text: string): LeastSize | null {
  if (style.isFlowing) return null;
  const characters = charactersOf(text, style.hex);
  const found = style.code ? leastCode(style, style.code, characters) : leastText(style.font, characters);
  if (found === null) return null;
  const turn = style.code ? style.code.turn : (style.font.turn ?? style.turn);
  const isUpright = turn === 'N';
  return isUpright || turn === 'I'
    ? { width: found.along, height: found.across, isUpright }
    : { width: found.across, height: found.along, isUpright };
}

/** One for each character: two hexadecimal digits are one, and so are the bytes of one character in UTF-8. */
function charactersOf(text: string, hex: string | null): string[] {
  const escape = hex === null ? null : hex.replace(/[.*+?^${}()|[\]\\]/, String.raw`\$&`);
  const plain = escape === null ? text : text.replaceAll(new RegExp(`${escape}[0-9a-f]{2}`, 'gi'), 'x');
  return Array.from(plain.trimEnd().replaceAll(/[\u0080-\u00bf]/g, ''));
}

interface Least {
  along: number;
  across: number;
}

function leastText({ name, height, width }: Font, characters: readonly string[]): Least | null {
  const [fixedHeight, fixedWidth] = fixedFonts[name] ?? [0, 0];
  if (fixedWidth > 0) {
    const times = (size: number, of: number): number => Math.max(1, Math.floor(size / of));
    const along = characters.length * fixedWidth * Math.min(times(width, fixedWidth), times(height, fixedHeight));
    return { along, across: fixedHeight };
  }
  const parts = characters.reduce((sum, one) => sum + (narrowLetters.has(one) ? narrow : other), 0);
  return { along: Math.floor(parts * width), across: Math.floor(height / 2) };
}

/** Modules of a code of so many characters, at its shortest: ISO/IEC 15417, 16388, 16390, 15420 and AIM BC5. */
const leastModules: Readonly<Record<string, (characters: readonly string[]) => number>> = {
  '^BC': (characters) => {
    // > and the sign behind it change the set, or stand for one character
    const drawn = characters.join('').replaceAll(/>./g, '');
    const digits = drawn.replaceAll(/\D/g, '').length;
    return 35 + 11 * (drawn.length - digits + Math.ceil(digits / 2));
  },
  '^B3': ({ length }) => 13 * (length + 2) - 1,
  '^BA': ({ length }) => 9 * (length + 4) + 1,
  '^B2': ({ length }) => 7 * length + 8,
  '^BE': () => 95,
  '^BU': () => 95,
  '^B8': () => 67,
  '^B9': () => 51,
};

function leastCode(
  { module }: FieldStyle,
  { kind, height }: NonNullable<FieldStyle['code']>,
  characters: readonly string[],
): Least | null {
  const modules = leastModules[kind]?.(characters);
  return modules === undefined ? null : { along: modules * module, across: height };
}
