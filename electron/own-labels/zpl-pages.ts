import { maxOwnPages } from '../../shared/labels/own-label.ts';
import { readZpl, type ZplCommand } from './allowed-zpl.ts';
import { inkBox, createWhiteBitmap } from './bits.ts';
import type { Bitmap } from '../../shared/labels/bitmap.ts';
import { pageSize } from './dots-for.ts';
import { OwnLabelError, type OwnLabelPage } from './own-label.ts';
import { tooManyPages } from './pdf-pages.ts';
import { blankError } from './place.ts';
import { firstStyle, leastSize, styleAfter, type LeastSize } from './zpl-lengths.ts';
import { drawFrame, drawDarkDots, decodePicture } from './zpl-picture.ts';

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
function inkEndOf({ x, y, shape: what }: ExactShape): { x: number; y: number } {
  const ink = 'bits' in what ? inkBox(what) : { x: 0, y: 0, ...what };
  return ink ? { x: x + ink.x + ink.width, y: y + ink.y + ink.height } : { x: 0, y: 0 };
}

function drawExactly(shapes: readonly ExactShape[], width: number, height: number): Bitmap {
  const page = createWhiteBitmap(width, height);
  for (const { x, y, shape: what } of shapes)
    drawDarkDots(page, 'bits' in what ? what : drawFrame(what.width, what.height, what.thick), x, y);
  return page;
}
