import { OwnLabelError } from './own-label.ts';

/** A command of ZPL with what stands behind its name, as `^FO` with `50,50`. */
export interface ZplCommand {
  readonly name: string;
  readonly text: string;
}

/** Commands that draw, or say how the next field is drawn; of all others `read` decides. */
const drawing = new Set(
  (
    '^A ^FO ^FT ^FD ^FV ^FS ^FH ^FB ^TB ^FR ^FP ^FW ^CF ^CI ^BY ^LH ^GB ^GC ^GD ^GE ^GF ^GS ^B0 ^B1 ^B2 ^B3 ^B4 ^B5 ^B7 ^B8 ^B9 ^BA ^BB ' +
    '^BC ^BD ^BE ^BF ^BI ^BJ ^BK ^BL ^BM ^BO ^BP ^BQ ^BR ^BS ^BT ^BU ^BX ^BZ'
  ).split(' '),
);
/** What these set is what each label of the desk sets anyway; another value is refused. */
const asUsual: Readonly<Record<string, RegExp>> = {
  '^PM': /^N?$/i,
  '^LR': /^N?$/i,
  '^LS': /^0*$/,
  '^LT': /^0*$/,
  '^MU': /^D?$/i,
  '^PQ': /^(0*1)?(,0*(,0*[01]?(,[NY]?(,[NY]?)?)?)?)?$/i,
};
/** Said of a page, and written by the desk itself; upside down is the same label. */
const ofPage = new Set(['^PW', '^LL', '^PO', '^FX']);

const refused = (command: string, message: string) => new OwnLabelError('command', message, { command });

const notAllowed = (command: string) =>
  refused(
    command,
    `The own label has ${command} in it, which does more to a printer than draw. Leave it out of the ZPL.`,
  );

/**
 * The formats of some ZPL (its bytes as Latin 1), each as the commands it draws with; what only repeats what is usual is left out. Throws
 * OwnLabelError where it does anything that could outlast the label: settings, other command characters, stored formats and pictures.
 */
export function readZpl(zpl: string): ZplCommand[][] {
  // as a printer reads it: ends of lines mean nothing
  const text = zpl.replace(/^\u00ef\u00bb\u00bf/, '').replaceAll(/[\r\n\t]/g, '');
  const control = /[\x00-\x1f\x7f]/.exec(text);
  if (control) throw refused('control', 'The own label has a control character in its ZPL. Leave it out.');
  const said = /!\s*U\d?\s*(getvar|setvar|do)\b/i.exec(text);
  if (said) throw notAllowed(said[0]);
  const formats: ZplCommand[][] = [];
  let open: ZplCommand[] | null = null;
  const [before = '', ...parts] = text.split(/(?=[\^~])/);
  if (!/^[\^~]/.test(before)) {
    if (before.trim() !== '') throw notAllowed(before.trim().slice(0, 3));
  } else parts.unshift(before);
  for (const part of parts) {
    // ^A has the name of its font behind it
    const name = (/^\^A/i.test(part) ? part.slice(0, 2) : part.slice(0, 3)).toUpperCase();
    const command = { name, text: part.slice(name.length) };
    if (name === '^XA') {
      if (open) throw notAllowed('^XA');
      open = [];
      formats.push(open);
    } else if (!open) throw notAllowed(name);
    else if (name === '^XZ') {
      if (command.text.trim() !== '') throw notAllowed(command.text.trim().slice(0, 3));
      open = null;
    } else if (isKept(command)) open.push(command);
  }
  if (open)
    throw new OwnLabelError('broken', 'The ZPL of the own label has no end (^XZ). Correct it, or leave it out.', {
      form: 'ZPL',
    });
  return formats;
}

function isKept({ name, text }: ZplCommand): boolean {
  if (ofPage.has(name)) return name === '^PW' || name === '^LL';
  const usual = asUsual[name];
  if (usual) {
    if (!usual.test(text.trim())) throw notAllowed(`${name}${text.trim().slice(0, 10)}`);
    return false;
  }
  if (!drawing.has(name)) throw notAllowed(name);
  // a font that stands in a printer, or on a card in it
  if (name === '^A' && !/^[0-9A-Z]/i.test(text)) throw notAllowed(`^A${text.slice(0, 1)}`);
  // bytes as they are may hold what a printer takes for a command
  if (name === '^GF' && !/^A,/i.test(text)) throw notAllowed(`^GF${text.slice(0, 1)}`);
  return true;
}
