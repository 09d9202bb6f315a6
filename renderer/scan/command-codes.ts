import { commandCode } from '../../shared/scan/read-code.ts';
import { actionNames, type ActionName } from '../keys/key-table.ts';

/**
 * Name of an action in a barcode: capitals only, since other characters come out differently on some keyboard layouts.
 */
const nameOf = (act: ActionName): string => act.replaceAll('-', '').toUpperCase();

/** The text to encode in the barcode of an action. */
export const codeOfAction = (act: ActionName): string => commandCode(nameOf(act));

/** The action of a scanned command; undefined if this desk has none of that name. */
export const actionOfCommand = (command: string): ActionName | undefined =>
  actionNames.find((act) => nameOf(act) === command);
