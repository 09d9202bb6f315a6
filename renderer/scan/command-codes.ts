import { commandCode } from '../../shared/scan/read-code.ts';
import { actNames, type ActName } from '../keys/key-table.ts';

/** How an act is called in a barcode: capitals only, since signs come out differently under other keyboards. */
const nameOf = (act: ActName): string => act.replaceAll('-', '').toUpperCase();

/** What to print as the barcode of an act. */
export const codeOfAct = (act: ActName): string => commandCode(nameOf(act));

/** The act a desk command names; undefined for one this desk does not have. */
export const actOfCommand = (command: string): ActName | undefined => actNames.find((act) => nameOf(act) === command);
