import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import { maxOwnPages } from '../../../shared/labels/own-label.ts';
import { isDark, createWhiteBitmap, darken, inkBox } from './bitmap-operations.ts';
import { OwnLabelError, pageSize, type OwnLabelPage } from './own-label-page.ts';
import { blankError } from './place-on-paper.ts';
import { tooManyPagesError } from './read-pdf.ts';
import { inflateSync } from 'node:zlib';

/** A ZPL command and the text after its name, such as `^FO` with `50,50`. */
export interface ZplCommand {
  readonly name: string;
  readonly text: string;
}

/** Commands that draw or that set how the next field is drawn. */
const drawingCommands = new Set(
  (
    '^A ^FO ^FT ^FD ^FV ^FS ^FH ^FB ^TB ^FR ^FP ^FW ^CF ^CI ^BY ^LH ^GB ^GC ^GD ^GE ^GF ^GS ^B0 ^B1 ^B2 ^B3 ^B4 ^B5 ^B7 ^B8 ^B9 ^BA ^BB ' +
    '^BC ^BD ^BE ^BF ^BI ^BJ ^BK ^BL ^BM ^BO ^BP ^BQ ^BR ^BS ^BT ^BU ^BX ^BZ'
  ).split(' '),
);
/** Commands with one allowed value, which every label of the desk sets anyway; any other value is refused. */
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

const forbiddenCommandError = (command: string) =>
  commandError(
    command,
    `The own label has ${command} in it, which does more to a printer than draw. Leave it out of the ZPL.`,
  );

/**
 * Parses ZPL (its bytes as Latin-1) into formats, each a list of drawing commands; commands that only repeat a default
 * are dropped. Throws OwnLabelError for anything that could affect later labels: settings, changed command characters,
 * stored formats and graphics.
 */
export function readZpl(zpl: string): ZplCommand[][] {
  // printers ignore line breaks and tabs
  const text = zpl.replace(/^\u00ef\u00bb\u00bf/, '').replaceAll(/[\r\n\t]/g, '');
  const control = /[\x00-\x1f\x7f]/.exec(text);
  if (control) throw commandError('control', 'The own label has a control character in its ZPL. Leave it out.');
  const settingCommand = /!\s*U\d?\s*(getvar|setvar|do)\b/i.exec(text);
  if (settingCommand) throw forbiddenCommandError(settingCommand[0]);
  const formats: ZplCommand[][] = [];
  let currentFormat: ZplCommand[] | null = null;
  const [firstPart = '', ...parts] = text.split(/(?=[\^~])/);
  if (!/^[\^~]/.test(firstPart)) {
    if (firstPart.trim() !== '') throw forbiddenCommandError(firstPart.trim().slice(0, 3));
  } else parts.unshift(firstPart);
  for (const part of parts) {
    // ^A is followed by the name of its font
    const name = (/^\^A/i.test(part) ? part.slice(0, 2) : part.slice(0, 3)).toUpperCase();
    const command = { name, text: part.slice(name.length) };
    if (name === '^XA') {
      if (currentFormat) throw forbiddenCommandError('^XA');
      currentFormat = [];
      formats.push(currentFormat);
    } else if (!currentFormat) throw forbiddenCommandError(name);
    else if (name === '^XZ') {
      if (command.text.trim() !== '') throw forbiddenCommandError(command.text.trim().slice(0, 3));
      currentFormat = null;
    } else if (isKept(command)) currentFormat.push(command);
  }
  if (currentFormat)
    throw new OwnLabelError('broken', 'The ZPL of the own label has no end (^XZ). Correct it, or leave it out.', {
      form: 'ZPL',
    });
  return formats;
}

function isKept({ name, text }: ZplCommand): boolean {
  if (pageCommands.has(name)) return name === '^PW' || name === '^LL';
  const allowed = allowedValues[name];
  if (allowed) {
    if (!allowed.test(text.trim())) throw forbiddenCommandError(`${name}${text.trim().slice(0, 10)}`);
    return false;
  }
  if (!drawingCommands.has(name)) throw forbiddenCommandError(name);
  // a font file in the printer or on its memory card
  if (name === '^A' && !/^[0-9A-Z]/i.test(text)) throw forbiddenCommandError(`^A${text.slice(0, 1)}`);
  // binary data may contain what a printer takes for a command
  if (name === '^GF' && !/^A,/i.test(text)) throw forbiddenCommandError(`^GF${text.slice(0, 1)}`);
  return true;
}

/** How the next fields are drawn, as set by the commands so far. */
export interface FieldStyle {
  /** `^A` and `^CF`: the letter of the font, height and width in dots */
  font: Font;
  /** `^CF`: the font that applies again after a field */
  defaultFont: Font;
  /** `^B…`: the barcode of the field, with its parameters; null: the field is text */
  code: { kind: string; turn: Turn; height: number } | null;
  /** `^BY`: module and height of codes, in dots */
  module: number;
  codeHeight: number;
  /** `^FW` */
  turn: Turn;
  /** `^FB`, `^TB` or `^FP`: whether the text is broken into lines or spaced, so that its size is unknown */
  isFlowing: boolean;
  /** `^FH`: the character before two hexadecimal digits; null: there are no escapes */
  hexSign: string | null;
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
/** The style before the first command, as the desk sets it. */
export const initialStyle = (): FieldStyle => ({
  font: deviceFont,
  defaultFont: deviceFont,
  code: null,
  module: 2,
  codeHeight: 10,
  turn: 'N',
  isFlowing: false,
  hexSign: null,
});

/** Letter height and width of the fixed-width fonts, in dots. */
const fixedFonts: Readonly<Record<string, readonly [number, number]>> = {
  ...{ A: [9, 5], B: [11, 7], C: [18, 10], D: [18, 10], E: [28, 15], F: [26, 13], G: [60, 40], H: [21, 13] },
};
/** The least fraction of the font's width that a letter takes in other fonts: narrow letters, and all others. */
const [narrowFraction, otherFraction] = [0.2, 0.4];
const narrowLetters = new Set(" .,:;'|!ijlftrI1()[]-/`");

/** The style after a command; the same object if the command does not change it. */
export function styleAfter(style: FieldStyle, name: string, text: string): FieldStyle {
  const parts = text.split(',').map((part) => part.trim());
  const numberAt = (index: number): number | null =>
    /^\d{1,5}$/.test(parts[index] ?? '') ? Number(parts[index]) : null;
  const parseTurn = (letter: string | undefined): Turn | null =>
    letter !== undefined && /^[NRIB]$/i.test(letter) ? (letter.toUpperCase() as Turn) : null;
  if (name === '^A') {
    const font = (parts[0] ?? '').slice(0, 1).toUpperCase();
    return { ...style, font: fontOf(font, parseTurn(parts[0]?.slice(1, 2)), numberAt(1), numberAt(2)) };
  }
  if (name === '^CF') {
    const defaultFont = fontOf((parts[0] || style.defaultFont.name).toUpperCase(), null, numberAt(1), numberAt(2));
    return { ...style, font: defaultFont, defaultFont };
  }
  if (name === '^BY')
    return { ...style, module: numberAt(0) ?? style.module, codeHeight: numberAt(2) ?? style.codeHeight };
  if (name === '^FW') return { ...style, turn: parseTurn(parts[0]) ?? style.turn };
  if (name === '^FB' || name === '^TB' || name === '^FP') return { ...style, isFlowing: true };
  if (name === '^FH') return { ...style, hexSign: parts[0] || '_' };
  if (name === '^FS') return { ...style, font: style.defaultFont, code: null, isFlowing: false, hexSign: null };
  if (/^\^B[^Y]$/.test(name)) {
    // Code 39 has its check digit before its height
    const height = numberAt(name === '^B3' ? 2 : 1);
    return {
      ...style,
      code: { kind: name, turn: parseTurn(parts[0]) ?? style.turn, height: height ?? style.codeHeight },
    };
  }
  return style;
}

function fontOf(name: string, turn: Turn | null, height: number | null, width: number | null): Font {
  const [fixedHeight, fixedWidth] = fixedFonts[name] ?? [0, 0];
  if (fixedHeight > 0 && height === null && width === null)
    return { name, turn, height: fixedHeight, width: fixedWidth };
  return { name, turn, height: height ?? width ?? 0, width: width ?? height ?? 0 };
}

export interface MinSize {
  width: number;
  height: number;
  /** whether the field is not rotated */
  isUpright: boolean;
}

/**
 * The least size of a field on paper, in dots: that of its letters or its code at their narrowest. Null if unknown, as
 * for text that is broken into lines and two-dimensional codes.
 */
export function minSizeOf(style: FieldStyle, text: string): MinSize | null {
  if (style.isFlowing) return null;
  const characters = charactersOf(text, style.hexSign);
  const extent = style.code ? minCodeExtent(style, style.code, characters) : minTextExtent(style.font, characters);
  if (extent === null) return null;
  const turn = style.code ? style.code.turn : (style.font.turn ?? style.turn);
  const isUpright = turn === 'N';
  return isUpright || turn === 'I'
    ? { width: extent.length, height: extent.breadth, isUpright }
    : { width: extent.breadth, height: extent.length, isUpright };
}

/** The characters of a field, each as one item: an escape is one character, and so are the bytes of one in UTF-8. */
function charactersOf(text: string, hexSign: string | null): string[] {
  const escape = hexSign === null ? null : hexSign.replace(/[.*+?^${}()|[\]\\]/, String.raw`\$&`);
  const plain = escape === null ? text : text.replaceAll(new RegExp(`${escape}[0-9a-f]{2}`, 'gi'), 'x');
  return Array.from(plain.trimEnd().replaceAll(/[\u0080-\u00bf]/g, ''));
}

interface MinExtent {
  length: number;
  breadth: number;
}

function minTextExtent({ name, height, width }: Font, characters: readonly string[]): MinExtent | null {
  const [fixedHeight, fixedWidth] = fixedFonts[name] ?? [0, 0];
  if (fixedWidth > 0) {
    const scaleOf = (size: number, fontSize: number): number => Math.max(1, Math.floor(size / fontSize));
    const length = characters.length * fixedWidth * Math.min(scaleOf(width, fixedWidth), scaleOf(height, fixedHeight));
    return { length, breadth: fixedHeight };
  }
  const emCount = characters.reduce((sum, one) => sum + (narrowLetters.has(one) ? narrowFraction : otherFraction), 0);
  return { length: Math.floor(emCount * width), breadth: Math.floor(height / 2) };
}

/** The least number of modules of a code with these characters: ISO/IEC 15417, 16388, 16390, 15420 and AIM BC5. */
const minModuleCount: Readonly<Record<string, (characters: readonly string[]) => number>> = {
  '^BC': (characters) => {
    // > and the character after it change the code set, or encode one character
    const encoded = characters.join('').replaceAll(/>./g, '');
    const digits = encoded.replaceAll(/\D/g, '').length;
    return 35 + 11 * (encoded.length - digits + Math.ceil(digits / 2));
  },
  '^B3': ({ length }) => 13 * (length + 2) - 1,
  '^BA': ({ length }) => 9 * (length + 4) + 1,
  '^B2': ({ length }) => 7 * length + 8,
  '^BE': () => 95,
  '^BU': () => 95,
  '^B8': () => 67,
  '^B9': () => 51,
};

function minCodeExtent(
  { module }: FieldStyle,
  { kind, height }: NonNullable<FieldStyle['code']>,
  characters: readonly string[],
): MinExtent | null {
  const moduleCount = minModuleCount[kind]?.(characters);
  return moduleCount === undefined ? null : { length: moduleCount * module, breadth: height };
}

/** Limit for one picture (bytes): a label of 4 x 6 in at 600 dpi. */
const maxPictureBytes = 1_200_000;

const brokenPictureError = (detail: string) =>
  new OwnLabelError(
    'broken',
    `A picture in the ZPL of the own label cannot be read (${detail}). Correct it, or leave it out.`,
    { form: 'ZPL' },
  );

/**
 * Unpacks the picture of a ^GF field and checks its size, so that a printer gets exactly the bytes that the field
 * announces. Throws OwnLabelError.
 */
export function decodePicture(text: string): Bitmap {
  const [, sentText, totalText, rowText, data = ''] = /^A,(\d{1,7}),(\d{1,7}),(\d{1,5}),(.*)$/is.exec(text) ?? [];
  const [total, bytesPerRow] = [Number(totalText), Number(rowText)];
  if (sentText === undefined || !(total > 0) || !(bytesPerRow > 0) || total > maxPictureBytes)
    throw brokenPictureError('its size');
  const bits = data.startsWith(':')
    ? unpackBase64(data, total)
    : Buffer.from(expandHex(data, bytesPerRow, total), 'hex');
  if (bits.length !== total) throw brokenPictureError(`${bits.length} bytes of ${total}`);
  return { width: bytesPerRow * 8, height: Math.ceil(total / bytesPerRow), bytesPerRow, bits };
}

function unpackBase64(data: string, total: number): Uint8Array {
  const [, , packing, text = ''] = /^(:(Z64|B64):)([A-Za-z0-9+/=]*):[0-9A-F]{4}$/i.exec(data) ?? [];
  if (packing === undefined) throw brokenPictureError('how it is packed');
  const bytes = Buffer.from(text, 'base64');
  if (packing.toUpperCase() === 'B64') return bytes;
  try {
    return inflateSync(bytes, { maxOutputLength: total });
  } catch {
    throw brokenPictureError('it does not unpack to what it says');
  }
}

/** Expands the run-length hexadecimal of Zebra's manual: G to Y repeat 1 to 19 times, g to z 20 to 400 times. */
function expandHex(data: string, bytesPerRow: number, total: number): string {
  const [rowLength, maxLength] = [bytesPerRow * 2, total * 2];
  let [allRows, row, repeatCount] = ['', '', 0];
  for (const char of data) {
    if (/[0-9A-Fa-f]/.test(char))
      [row, repeatCount] = [row + char.repeat(Math.min(Math.max(repeatCount, 1), maxLength)), 0];
    else if (char >= 'G' && char <= 'Y') repeatCount += char.charCodeAt(0) - 70;
    else if (char >= 'g' && char <= 'z') repeatCount += 20 * (char.charCodeAt(0) - 102);
    else if (char === ',') row = row.padEnd(rowLength, '0');
    else if (char === '!') row = row.padEnd(rowLength, 'F');
    else if (char === ':' && row === '') row = allRows.slice(-rowLength);
    else if (char !== ' ') throw brokenPictureError(`the sign ${char}`);
    for (; row.length >= rowLength; row = row.slice(rowLength)) allRows += row.slice(0, rowLength);
    if (allRows.length > maxLength) throw brokenPictureError('more than it says');
  }
  return allRows + row;
}

/** Draws the dark dots of one bitmap onto another; what lies outside is cut off. */
export function drawDarkDots(target: Bitmap, source: Bitmap, left: number, top: number): void {
  for (let y = Math.max(0, -top); y < source.height && top + y < target.height; y += 1)
    for (let x = Math.max(0, -left); x < source.width && left + x < target.width; x += 1)
      if (isDark(source, x, y)) darken(target, left + x, top + y);
}

/** A ^GB box: a frame of this line thickness, or filled. */
export function drawFrame(width: number, height: number, thickness: number): Bitmap {
  const bitmap = createWhiteBitmap(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (x < thickness || y < thickness || x >= width - thickness || y >= height - thickness) darken(bitmap, x, y);
  return bitmap;
}

/** The page size if the ZPL gives none: 4 x 6 in (mm). */
const defaultSize = { width: 101.6, height: 152.4 };
/** The widest print head (mm): a label that is wider at a resolution was written for a finer head. */
const maxHeadWidthMm = 108;
const headDotsPerMm = [8, 12, 24];
/** The longest label paper (mm): a field that starts further down was written for a finer head. */
const maxLabelLengthMm = 156;
/** Maximum number of commands of one label; labels of carriers have some hundred. */
const maxCommands = 20_000;

/** Reads each format of a ZPL file as a page, with the commands to print it. Throws OwnLabelError. */
export function readZplPages(bytes: Uint8Array): OwnLabelPage[] {
  const formats = readZpl(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'));
  const drawingFormats = formats.filter((commands) => commands.some(drawsSomething));
  if (drawingFormats.length > maxOwnPages) throw tooManyPagesError(drawingFormats.length);
  if (drawingFormats.length === 0) throw blankError();
  return drawingFormats.map(readPage);
}

const drawsSomething = ({ name, text }: ZplCommand): boolean =>
  ((name === '^FD' || name === '^FV') && text.trim() !== '') || name.startsWith('^G');

function readPage(commands: readonly ZplCommand[]): OwnLabelPage {
  if (commands.length > maxCommands)
    throw new OwnLabelError(
      'too-much',
      `The own label has ${commands.length} commands in its ZPL, which is too many. Correct it, or leave it out.`,
    );
  const fieldCommands = commands.filter(({ name }) => name !== '^PW' && name !== '^LL');
  const pictures = new Map(
    fieldCommands.filter(({ name }) => name === '^GF').map((one) => [one, decodePicture(one.text)]),
  );
  const fields = findFieldPositions(fieldCommands, pictures);
  const lastNumber = (name: string): number | null =>
    numbersIn(commands.findLast((command) => command.name === name)?.text ?? '')[0] ?? null;
  const [printWidth, labelLength] = [lastNumber('^PW'), lastNumber('^LL')];
  const furthest = {
    x: Math.max(printWidth ?? 0, ...fields.map(({ x }) => x)),
    // fields are only considered if the ZPL states neither length nor width
    y: printWidth || labelLength ? 0 : Math.max(0, ...fields.map(({ y }) => y)),
  };
  const dotsPerMm =
    headDotsPerMm.find((one) => furthest.x <= maxHeadWidthMm * one && furthest.y <= maxLabelLengthMm * one) ?? 24;
  const knownShapes = findKnownShapes(fieldCommands, pictures);
  const inkEnds = knownShapes && knownShapes.map(inkEndOf);
  const size = pageSize(
    Math.max(printWidth ? printWidth / dotsPerMm : defaultSize.width, ...(inkEnds ?? []).map(({ x }) => x / dotsPerMm)),
    Math.max(
      labelLength ? labelLength / dotsPerMm : defaultSize.height,
      ...(inkEnds ?? []).map(({ y }) => y / dotsPerMm),
    ),
  );
  const bitmap =
    knownShapes && drawShapes(knownShapes, Math.round(size.width * dotsPerMm), Math.round(size.height * dotsPerMm));
  if (bitmap && !inkBox(bitmap)) throw blankError();
  const reaches = [...fields.map((field) => reachOf(field, dotsPerMm)), ...(inkEnds ?? [])];
  return {
    ...size,
    bitmap,
    zpl: {
      fields: fieldCommands.map(({ name, text }) => name + text).join(''),
      dotsPerMm,
      reach: { x: Math.max(...reaches.map(({ x }) => x)), y: Math.max(...reaches.map(({ y }) => y)) },
      freeTopDots: Math.min(...fields.map((field) => (field.extendsDown ? field.y : 0))),
    },
  };
}

const numbersIn = (text: string): (number | undefined)[] =>
  text.split(',').map((one) => (/^\s*\d{1,6}\s*$/.test(one) ? Number(one) : undefined));

/** Where a field is drawn, in dots. */
interface FieldPosition {
  x: number;
  y: number;
  /** whether x is the left edge, and y the top; else x may be the right edge, and y the baseline */
  extendsRight: boolean;
  extendsDown: boolean;
  isGraphic: boolean;
  /** the picture of ^GF, whose size is known */
  picture: Bitmap | null;
  /** least size of text or a barcode; null if unknown, or for a graphic */
  minSize: MinSize | null;
}

/** The positions of the fields that draw something. */
function findFieldPositions(
  commands: readonly ZplCommand[],
  pictures: ReadonlyMap<ZplCommand, Bitmap>,
): FieldPosition[] {
  const positions: FieldPosition[] = [];
  const initialPosition = { x: 0, y: 0, extendsRight: true, extendsDown: false, isFromLeft: false };
  let style = initialStyle();
  let [homeX, homeY] = [0, 0];
  let current = initialPosition;
  for (const command of commands) {
    const { name, text } = command;
    const [first = 0, second = 0, justification = 0] = numbersIn(text);
    if (name === '^LH') [homeX, homeY] = [first, second];
    else if (name === '^FO' || name === '^FT')
      current = {
        x: homeX + first,
        y: homeY + second,
        extendsRight: name === '^FO' && justification === 0,
        extendsDown: name === '^FO',
        isFromLeft: justification === 0,
      };
    else if (name === '^FS') current = initialPosition;
    else if (drawsSomething(command)) {
      const isGraphic = name.startsWith('^G');
      const minSize = isGraphic ? null : minSizeOf(style, text);
      const { isFromLeft, ...position } = current;
      const extendsRight = position.extendsRight || (isFromLeft && minSize?.isUpright === true);
      positions.push({ ...position, extendsRight, isGraphic, picture: pictures.get(command) ?? null, minSize });
    }
    style = styleAfter(style, name, text);
  }
  return positions;
}

/** The furthest dots that a field certainly uses. */
function reachOf(field: FieldPosition, dotsPerMm: number): { x: number; y: number } {
  const { x, y, extendsRight, extendsDown, isGraphic, picture, minSize: minSize } = field;
  const ink = picture && inkBox(picture);
  if (picture && !ink) return { x: 0, y: 0 };
  // text takes at least a millimetre: no smaller letter is readable
  const minDots = isGraphic ? 1 : dotsPerMm;
  const [width, height] = [Math.max(minDots, minSize?.width ?? 0), Math.max(minDots, minSize?.height ?? 0)];
  const usedBox = ink ?? { x: 0, y: 0, width, height };
  return {
    x: x + (extendsRight ? usedBox.x + usedBox.width : 0),
    y: y + (extendsDown ? usedBox.y + usedBox.height : 0),
  };
}

/** A picture or frame of which each dot is known. */
interface KnownShape {
  x: number;
  y: number;
  shape: Bitmap | { width: number; height: number; thick: number };
}

/** The shapes whose dots are known: pictures and frames. Null if the printer itself draws text or barcodes. */
function findKnownShapes(
  commands: readonly ZplCommand[],
  pictures: ReadonlyMap<ZplCommand, Bitmap>,
): KnownShape[] | null {
  const shapes: KnownShape[] = [];
  let [homeX, homeY, x, y] = [0, 0, 0, 0];
  for (const command of commands) {
    const { name, text } = command;
    const [first = 0, second = 0, third = 0] = numbersIn(text);
    if (name === '^LH') [homeX, homeY] = [first, second];
    else if (name === '^FO' && third === 0) [x, y] = [first, second];
    else if (name === '^GF') shapes.push({ x: homeX + x, y: homeY + y, shape: pictures.get(command) as Bitmap });
    else if (name === '^GB' && /^[\d,\s]*$/.test(text) && !numbersIn(text)[4]) {
      const thickness = Math.max(third, 1);
      const frame = { width: Math.max(first, thickness), height: Math.max(second, thickness), thick: thickness };
      shapes.push({ x: homeX + x, y: homeY + y, shape: frame });
    } else if (!['^FS', '^CI', '^CF', '^BY', '^FW'].includes(name)) return null;
  }
  return shapes;
}

/** The bottom right corner of the ink of a shape. */
function inkEndOf({ x, y, shape }: KnownShape): { x: number; y: number } {
  const ink = 'bits' in shape ? inkBox(shape) : { x: 0, y: 0, ...shape };
  return ink ? { x: x + ink.x + ink.width, y: y + ink.y + ink.height } : { x: 0, y: 0 };
}

function drawShapes(shapes: readonly KnownShape[], width: number, height: number): Bitmap {
  const bitmap = createWhiteBitmap(width, height);
  for (const { x, y, shape } of shapes)
    drawDarkDots(bitmap, 'bits' in shape ? shape : drawFrame(shape.width, shape.height, shape.thick), x, y);
  return bitmap;
}
