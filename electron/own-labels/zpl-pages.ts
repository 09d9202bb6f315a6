import { maxOwnPages } from '../../shared/labels/own-label.ts';
import { readZpl, type ZplCommand } from './allowed-zpl.ts';
import { whiteBits } from './bits.ts';
import type { Bitmap } from '../../shared/labels/bitmap.ts';
import { pageSize } from './dots-for.ts';
import { OwnLabelError, type OwnPage } from './own-label.ts';
import { tooManyPages } from './pdf-pages.ts';
import { frame, inkOnto, pictureIn } from './zpl-picture.ts';

/** Where ZPL says no size of its page: 4 x 6 in. */
const usual = { width: 101.6, height: 152.4 };
/** No head is wider (mm): what reaches further was written for a finer one. */
const widestHead = 108;
const heads = [8, 12, 24];
/** Commands of one label: those of carriers have some hundred. */
const maxCommands = 20_000;

/** Each format of some ZPL as a page, with the commands that it is printed by. Throws OwnLabelError. */
export function zplPages(bytes: Uint8Array): OwnPage[] {
  const formats = readZpl(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'));
  const filled = formats.filter((commands) =>
    commands.some(({ name }) => name === '^FD' || name === '^FV' || name.startsWith('^G')),
  );
  if (filled.length > maxOwnPages) throw tooManyPages(filled.length);
  if (filled.length === 0)
    throw new OwnLabelError('blank', 'Nothing stands on the own label. Correct it, or leave it out.');
  return filled.map(pageOf);
}

function pageOf(commands: readonly ZplCommand[]): OwnPage {
  if (commands.length > maxCommands)
    throw new OwnLabelError(
      'too-much',
      `The own label has ${commands.length} commands in its ZPL, which is too many. Correct it, or leave it out.`,
    );
  const last = (name: string): number | null =>
    numbersIn(commands.findLast((command) => command.name === name)?.text ?? '')[0] ?? null;
  const furthest = commands.reduce(
    (most, { name, text }) => {
      const [x = 0] = name === '^FO' || name === '^FT' ? numbersIn(text) : [];
      return Math.max(most, x);
    },
    last('^PW') ?? 0,
  );
  const dots = heads.find((one) => furthest <= widestHead * one) ?? 24;
  const [wide, long] = [last('^PW'), last('^LL')];
  const size = pageSize(wide ? wide / dots : usual.width, long ? long / dots : usual.height);
  const drawn = commands.filter(({ name }) => name !== '^PW' && name !== '^LL');
  const pictures = new Map(drawn.filter(({ name }) => name === '^GF').map((one) => [one, pictureIn(one.text)]));
  return {
    ...size,
    bitmap: exactly(drawn, pictures, Math.round(size.width * dots), Math.round(size.height * dots)),
    zpl: { fields: drawn.map(({ name, text }) => name + text).join(''), dots },
  };
}

const numbersIn = (text: string): (number | undefined)[] =>
  text.split(',').map((one) => (/^\s*\d{1,6}\s*$/.test(one) ? Number(one) : undefined));

/** What is drawn to the dot: pictures and frames. Null where letters or codes are drawn by the printer itself. */
function exactly(
  commands: readonly ZplCommand[],
  pictures: ReadonlyMap<ZplCommand, Bitmap>,
  width: number,
  height: number,
): Bitmap | null {
  const page = whiteBits(width, height);
  let [homeX, homeY, x, y] = [0, 0, 0, 0];
  for (const command of commands) {
    const { name, text } = command;
    const [first = 0, second = 0, third = 0] = numbersIn(text);
    if (name === '^LH') [homeX, homeY] = [first, second];
    else if (name === '^FO' && third === 0) [x, y] = [first, second];
    else if (name === '^GF') inkOnto(page, pictures.get(command) as Bitmap, homeX + x, homeY + y);
    else if (name === '^GB' && /^[\d,\s]*$/.test(text) && !numbersIn(text)[4]) {
      const thick = Math.max(third, 1);
      const [w, h] = [Math.min(Math.max(first, thick), width), Math.min(Math.max(second, thick), height)];
      inkOnto(page, frame(w, h, thick), homeX + x, homeY + y);
    } else if (!['^FS', '^CI', '^CF', '^BY', '^FW'].includes(name)) return null;
  }
  return page;
}
