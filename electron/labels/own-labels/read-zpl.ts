import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import { maxOwnPages } from '../../../shared/labels/own-label.ts';
import { isDark, createWhiteBitmap, darken, inkBox } from './bitmap-operations.ts';
import { OwnLabelError, pageSize, type OwnLabelPage } from './own-label-page.ts';
import { blankError } from './place-on-paper.ts';
import { tooManyPages } from './read-pdf.ts';
import { inflateSync } from 'node:zlib';

/** A ZPL command and the text after its name, such as `^FO` with `50,50`. */
export interface ZplCommand {
  readonly name: string;
  readonly text: string;
}

/** Commands that draw or that set how the next field is drawn. */
const drawing = new Set(
  (
    '^A ^FO ^FT ^FD ^FV ^FS ^FH ^FB ^TB ^FR ^FP ^FW ^CF ^CI ^BY ^LH ^GB ^GC ^GD ^GE ^GF ^GS ^B0 ^B1 ^B2 ^B3 ^B4 ^B5 ^B7 ^B8 ^B9 ^BA ^BB ' +
    '^BC ^BD ^BE ^BF ^BI ^BJ ^BK ^BL ^BM ^BO ^BP ^BQ ^BR ^BS ^BT ^BU ^BX ^BZ'
  ).split(' '),
);
/** Commands with one allowed value, the one that every label of the desk sets anyway; any other value is refused. */
const allowedValues: Readonly<Record<string, RegExp>> = {
  '^PM': /^N?$/i,
  '^LR': /^N?$/i,
  '^LS': /^0*$/,
  '^LT': /^0*$/,
  '^MU': /^D?$/i,
  '^PQ': /^(0*1)?(,0*(,0*[01]?(,[NY]?(,[NY]?)?)?)?)?$/i,
};
/**
 * Page settings, which the desk writes itself. `^PW` and `^LL` are read for the page size; `^PO` (upside down) and
 * `^FX` (a remark) are dropped.
 */
const pageCommands = new Set(['^PW', '^LL', '^PO', '^FX']);

const commandError = (command: string, message: string) => new OwnLabelError('command', message, { command });

const forbiddenCommand = (command: string) =>
  commandError(
    command,
    `The own label has ${command} in it, which does more to a printer than draw. Leave it out of the ZPL.`,
  );

/**
 * Parses ZPL (its bytes as Latin-1) into formats, each the list of its drawing commands; commands that only repeat a
 * default are left out. Throws OwnLabelError for anything that could outlast the label: settings, changed command
 * characters, stored formats and graphics.
 */
export function readZpl(zpl: string): ZplCommand[][] {
  // printers ignore line breaks and tabs
  const text = zpl.replace(/^\u00ef\u00bb\u00bf/, '').replaceAll(/[\r\n\t]/g, '');
  const control = /[\x00-\x1f\x7f]/.exec(text);
  if (control) throw commandError('control', 'The own label has a control character in its ZPL. Leave it out.');
  const settingCommand = /!\s*U\d?\s*(getvar|setvar|do)\b/i.exec(text);
  if (settingCommand) throw forbiddenCommand(settingCommand[0]);
  const formats: ZplCommand[][] = [];
  let currentFormat: ZplCommand[] | null = null;
  const [before = '', ...parts] = text.split(/(?=[\^~])/);
  if (!/^[\^~]/.test(before)) {
    if (before.trim() !== '') throw forbiddenCommand(before.trim().slice(0, 3));
  } else parts.unshift(before);
  for (const part of parts) {
    // ^A is followed by the name of its font
    const name = (/^\^A/i.test(part) ? part.slice(0, 2) : part.slice(0, 3)).toUpperCase();
    const command = { name, text: part.slice(name.length) };
    if (name === '^XA') {
      if (currentFormat) throw forbiddenCommand('^XA');
      currentFormat = [];
      formats.push(currentFormat);
    } else if (!currentFormat) throw forbiddenCommand(name);
    else if (name === '^XZ') {
      if (command.text.trim() !== '') throw forbiddenCommand(command.text.trim().slice(0, 3));
      currentFormat = null;
    } else if (shouldKeep(command)) currentFormat.push(command);
  }
  if (currentFormat)
    throw new OwnLabelError('broken', 'The ZPL of the own label has no end (^XZ). Correct it, or leave it out.', {
      form: 'ZPL',
    });
  return formats;
}

function shouldKeep({ name, text }: ZplCommand): boolean {
  if (pageCommands.has(name)) return name === '^PW' || name === '^LL';
  const usual = allowedValues[name];
  if (usual) {
    if (!usual.test(text.trim())) throw forbiddenCommand(`${name}${text.trim().slice(0, 10)}`);
    return false;
  }
  if (!drawing.has(name)) throw forbiddenCommand(name);
  // a font file in the printer or on its memory card
  if (name === '^A' && !/^[0-9A-Z]/i.test(text)) throw forbiddenCommand(`^A${text.slice(0, 1)}`);
  // binary data may contain what a printer takes for a command
  if (name === '^GF' && !/^A,/i.test(text)) throw forbiddenCommand(`^GF${text.slice(0, 1)}`);
  return true;
}

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

/** Limit for one picture (bytes): a label of 4 x 6 in at 600 dpi. */
const maxBytes = 1_200_000;

const brokenPicture = (said: string) =>
  new OwnLabelError(
    'broken',
    `A picture in the ZPL of the own label cannot be read (${said}). Correct it, or leave it out.`,
    { form: 'ZPL' },
  );

/**
 * Unpacks the picture of a ^GF field and checks its size, so that a printer gets exactly the bytes that the field
 * announces. Throws OwnLabelError.
 */
export function decodePicture(text: string): Bitmap {
  const [, sent, all, row, data = ''] = /^A,(\d{1,7}),(\d{1,7}),(\d{1,5}),(.*)$/is.exec(text) ?? [];
  const [total, bytesPerRow] = [Number(all), Number(row)];
  if (sent === undefined || !(total > 0) || !(bytesPerRow > 0) || total > maxBytes) throw brokenPicture('its size');
  const bits = data.startsWith(':')
    ? unpackBase64(data, total)
    : Buffer.from(expandHex(data, bytesPerRow, total), 'hex');
  if (bits.length !== total) throw brokenPicture(`${bits.length} bytes of ${total}`);
  return { width: bytesPerRow * 8, height: Math.ceil(total / bytesPerRow), bytesPerRow, bits };
}

function unpackBase64(data: string, total: number): Uint8Array {
  const [, , how, text = ''] = /^(:(Z64|B64):)([A-Za-z0-9+/=]*):[0-9A-F]{4}$/i.exec(data) ?? [];
  if (how === undefined) throw brokenPicture('how it is packed');
  const bytes = Buffer.from(text, 'base64');
  if (how.toUpperCase() === 'B64') return bytes;
  try {
    return inflateSync(bytes, { maxOutputLength: total });
  } catch {
    throw brokenPicture('it does not unpack to what it says');
  }
}

/** Expands the run-length hexadecimal of Zebra's manual: G to Y repeat 1 to 19 times, g to z 20 to 400 times. */
function expandHex(data: string, bytesPerRow: number, total: number): string {
  const [full, most] = [bytesPerRow * 2, total * 2];
  let [all, row, count] = ['', '', 0];
  for (const char of data) {
    if (/[0-9A-Fa-f]/.test(char)) [row, count] = [row + char.repeat(Math.min(Math.max(count, 1), most)), 0];
    else if (char >= 'G' && char <= 'Y') count += char.charCodeAt(0) - 70;
    else if (char >= 'g' && char <= 'z') count += 20 * (char.charCodeAt(0) - 102);
    else if (char === ',') row = row.padEnd(full, '0');
    else if (char === '!') row = row.padEnd(full, 'F');
    else if (char === ':' && row === '') row = all.slice(-full);
    else if (char !== ' ') throw brokenPicture(`the sign ${char}`);
    for (; row.length >= full; row = row.slice(full)) all += row.slice(0, full);
    if (all.length > most) throw brokenPicture('more than it says');
  }
  return all + row;
}

/** Draws the dark dots of one bitmap onto another; what lies outside is cut off. */
export function drawDarkDots(target: Bitmap, source: Bitmap, left: number, top: number): void {
  for (let y = Math.max(0, -top); y < source.height && top + y < target.height; y += 1)
    for (let x = Math.max(0, -left); x < source.width && left + x < target.width; x += 1)
      if (isDark(source, x, y)) darken(target, left + x, top + y);
}

/** A ^GB box: a frame of this line thickness, or filled. */
export function drawFrame(width: number, height: number, thick: number): Bitmap {
  const bitmap = createWhiteBitmap(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (x < thick || y < thick || x >= width - thick || y >= height - thick) darken(bitmap, x, y);
  return bitmap;
}

/** The page size if the ZPL gives none: 4 x 6 in (mm). */
const defaultSize = { width: 101.6, height: 152.4 };
/** No print head is wider (mm): what reaches further was written for a finer one. */
const maxHeadWidth = 108;
const heads = [8, 12, 24];
/** No label paper is longer (mm): a field that starts further down was written for a finer head. */
const maxLabelLength = 156;
/** Limit for the commands of one label; labels of carriers have some hundred. */
const maxCommands = 20_000;

/** Reads each format of a ZPL file as a page, with the commands to print it. Throws OwnLabelError. */
export function readZplPages(bytes: Uint8Array): OwnLabelPage[] {
  const formats = readZpl(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'));
  const drawingFormats = formats.filter((commands) => commands.some(drawsSomething));
  if (drawingFormats.length > maxOwnPages) throw tooManyPages(drawingFormats.length);
  if (drawingFormats.length === 0) throw blankError();
  return drawingFormats.map(pageOf);
}

const drawsSomething = ({ name, text }: ZplCommand): boolean =>
  ((name === '^FD' || name === '^FV') && text.trim() !== '') || name.startsWith('^G');

function pageOf(commands: readonly ZplCommand[]): OwnLabelPage {
  if (commands.length > maxCommands)
    throw new OwnLabelError(
      'too-much',
      `The own label has ${commands.length} commands in its ZPL, which is too many. Correct it, or leave it out.`,
    );
  const drawn = commands.filter(({ name }) => name !== '^PW' && name !== '^LL');
  const pictures = new Map(drawn.filter(({ name }) => name === '^GF').map((one) => [one, decodePicture(one.text)]));
  const fields = fieldPlaces(drawn, pictures);
  const lastNumber = (name: string): number | null =>
    numbersIn(commands.findLast((command) => command.name === name)?.text ?? '')[0] ?? null;
  const [wide, long] = [lastNumber('^PW'), lastNumber('^LL')];
  const furthest = {
    x: Math.max(wide ?? 0, ...fields.map(({ x }) => x)),
    // an explicit length or width tells more than where a field starts
    y: wide || long ? 0 : Math.max(0, ...fields.map(({ y }) => y)),
  };
  const dots = heads.find((one) => furthest.x <= maxHeadWidth * one && furthest.y <= maxLabelLength * one) ?? 24;
  const exact = exactShapes(drawn, pictures);
  const ink = exact && exact.map(inkEndOf);
  const size = pageSize(
    Math.max(wide ? wide / dots : defaultSize.width, ...(ink ?? []).map(({ x }) => x / dots)),
    Math.max(long ? long / dots : defaultSize.height, ...(ink ?? []).map(({ y }) => y / dots)),
  );
  const bitmap = exact && drawExactly(exact, Math.round(size.width * dots), Math.round(size.height * dots));
  if (bitmap && !inkBox(bitmap)) throw blankError();
  const reached = [...fields.map((field) => reachOf(field, dots)), ...(ink ?? [])];
  return {
    ...size,
    bitmap,
    zpl: {
      fields: drawn.map(({ name, text }) => name + text).join(''),
      dots,
      reach: { x: Math.max(...reached.map(({ x }) => x)), y: Math.max(...reached.map(({ y }) => y)) },
      freeAbove: Math.min(...fields.map((field) => (field.extendsDown ? field.y : 0))),
    },
  };
}

const numbersIn = (text: string): (number | undefined)[] =>
  text.split(',').map((one) => (/^\s*\d{1,6}\s*$/.test(one) ? Number(one) : undefined));

/** Where a field is drawn, in dots. */
interface FieldPlace {
  x: number;
  y: number;
  /** whether x is its left edge and y its top; otherwise x may be its right edge and y its baseline */
  extendsRight: boolean;
  extendsDown: boolean;
  isGraphic: boolean;
  /** the picture of ^GF, whose size is known */
  picture: Bitmap | null;
  /** text or a barcode: what it certainly takes; null if unknown */
  least: LeastSize | null;
}

/** The positions of the fields that draw something. */
function fieldPlaces(commands: readonly ZplCommand[], pictures: ReadonlyMap<ZplCommand, Bitmap>): FieldPlace[] {
  const places: FieldPlace[] = [];
  const unplaced = { x: 0, y: 0, extendsRight: true, extendsDown: false, isFromLeft: false };
  let style = firstStyle();
  let [homeX, homeY] = [0, 0];
  let at = unplaced;
  for (const command of commands) {
    const { name, text } = command;
    const [first = 0, second = 0, justified = 0] = numbersIn(text);
    if (name === '^LH') [homeX, homeY] = [first, second];
    else if (name === '^FO' || name === '^FT')
      at = {
        x: homeX + first,
        y: homeY + second,
        extendsRight: name === '^FO' && justified === 0,
        extendsDown: name === '^FO',
        isFromLeft: justified === 0,
      };
    else if (name === '^FS') at = unplaced;
    else if (drawsSomething(command)) {
      const isGraphic = name.startsWith('^G');
      const least = isGraphic ? null : leastSize(style, text);
      const { isFromLeft, ...place } = at;
      const extendsRight = place.extendsRight || (isFromLeft && least?.isUpright === true);
      places.push({ ...place, extendsRight, isGraphic, picture: pictures.get(command) ?? null, least });
    }
    style = styleAfter(style, name, text);
  }
  return places;
}

/** The furthest dots that a field certainly uses. */
function reachOf(field: FieldPlace, dots: number): { x: number; y: number } {
  const { x, y, extendsRight, extendsDown, isGraphic, picture, least: known } = field;
  const ink = picture && inkBox(picture);
  if (picture && !ink) return { x: 0, y: 0 };
  // no readable letter is smaller than a millimetre
  const least = isGraphic ? 1 : dots;
  const [width, height] = [Math.max(least, known?.width ?? 0), Math.max(least, known?.height ?? 0)];
  const used = ink ?? { x: 0, y: 0, width, height };
  return {
    x: x + (extendsRight ? used.x + used.width : 0),
    y: y + (extendsDown ? used.y + used.height : 0),
  };
}

/** A picture or frame of which each dot is known. */
interface ExactShape {
  x: number;
  y: number;
  shape: Bitmap | { width: number; height: number; thick: number };
}

/** The shapes whose dots are known: pictures and frames. Null if the printer itself draws text or barcodes. */
function exactShapes(commands: readonly ZplCommand[], pictures: ReadonlyMap<ZplCommand, Bitmap>): ExactShape[] | null {
  const shapes: ExactShape[] = [];
  let [homeX, homeY, x, y] = [0, 0, 0, 0];
  for (const command of commands) {
    const { name, text } = command;
    const [first = 0, second = 0, third = 0] = numbersIn(text);
    if (name === '^LH') [homeX, homeY] = [first, second];
    else if (name === '^FO' && third === 0) [x, y] = [first, second];
    else if (name === '^GF') shapes.push({ x: homeX + x, y: homeY + y, shape: pictures.get(command) as Bitmap });
    else if (name === '^GB' && /^[\d,\s]*$/.test(text) && !numbersIn(text)[4]) {
      const thick = Math.max(third, 1);
      const what = { width: Math.max(first, thick), height: Math.max(second, thick), thick };
      shapes.push({ x: homeX + x, y: homeY + y, shape: what });
    } else if (!['^FS', '^CI', '^CF', '^BY', '^FW'].includes(name)) return null;
  }
  return shapes;
}

/** The bottom right corner of the ink of a shape. */
function inkEndOf({ x, y, shape }: ExactShape): { x: number; y: number } {
  const ink = 'bits' in shape ? inkBox(shape) : { x: 0, y: 0, ...shape };
  return ink ? { x: x + ink.x + ink.width, y: y + ink.y + ink.height } : { x: 0, y: 0 };
}

function drawExactly(shapes: readonly ExactShape[], width: number, height: number): Bitmap {
  const page = createWhiteBitmap(width, height);
  for (const { x, y, shape } of shapes)
    drawDarkDots(page, 'bits' in shape ? shape : drawFrame(shape.width, shape.height, shape.thick), x, y);
  return page;
}
