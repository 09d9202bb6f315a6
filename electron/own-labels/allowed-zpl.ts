import { OwnLabelError } from './own-label.ts';

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
