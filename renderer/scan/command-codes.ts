import { commandCode } from '../../shared/scan/read-code.ts';
import { actNames, type ActName } from '../keys/key-table.ts';

/**
 * Name of an action in a barcode: capitals only, since other characters come out differently on some keyboard layouts.
 */
const nameOf = (act: ActName): string => act.replaceAll('-', '').toUpperCase();

/** The text to encode in the barcode of an action. */
export const codeOfAct = (act: ActName): string => commandCode(nameOf(act));

/** The action of a scanned command; undefined if this desk has none of that name. */
export const actOfCommand = (command: string): ActName | undefined => actNames.find((act) => nameOf(act) === command);
