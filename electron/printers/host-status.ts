import type { PrinterFault } from '../../shared/printing/print-end.ts';

/** A ZPL printer's answer to `~HS`. */
export interface HostStatus {
  fault: PrinterFault | null;
  /** nothing of any label is left to print, nor part of one */
  isIdle: boolean;
}

const flag = '([01])';
// aaa,b,c,dddd,eee,f,g,h,iii,j,k,l
const firstString = new RegExp(
  `^\\d{3},${flag},${flag},\\d{4},(\\d{3}),${flag},${flag},${flag},\\d{3},${flag},${flag},${flag}$`,
);
// mmm,n,o,p,q,r,s,t,uuuuuuuu,v,www
const secondString = new RegExp(`^\\d{3},\\d,${flag},${flag},${flag},\\w,\\d,${flag},(\\d{8}),${flag},\\d{3}$`);
// xxxx,y
const thirdString = /^\w{4},[01]$/;
export const statusStringCount = 3;

/**
 * Parses the three strings strictly by the maker's manual; null for anything else, since half a status would mislead.
 */
export function readHostStatus(strings: readonly string[]): HostStatus | null {
  const [one, two] = [firstString.exec(strings[0] ?? ''), secondString.exec(strings[1] ?? '')];
  if (strings.length !== statusStringCount || !one || !two || !thirdString.test(strings[2] ?? '')) return null;
  const [, paperOut, pause, formats, bufferFull, , partial, , cold, hot] = one;
  const [, headUp, ribbonOut, , waiting, remaining] = two;
  const flags: [PrinterFault, string | undefined][] = [
    ['head-open', headUp],
    ['paper-out', paperOut],
    ['ribbon-out', ribbonOut],
    ['too-hot', hot],
    ['too-cold', cold],
    ['label-waiting', waiting],
    ['paused', pause],
    ['buffer-full', bufferFull],
  ];
  return {
    fault: flags.find(([, is]) => is === '1')?.[0] ?? null,
    isIdle: Number(formats) === 0 && Number(remaining) === 0 && partial === '0',
  };
}
