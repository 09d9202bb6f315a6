import { readFileSync } from 'node:fs';

/** What the kernel counts processor time in. */
const ticksOfMinute = 100 * 60;
let told = ofAllEnded();

function ofAllEnded(): number | null {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // the name, which may hold anything, stands in brackets before them
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0] = fields.slice(13, 15).map(Number);
    return (user + system) / ticksOfMinute;
  } catch {
    return null;
  }
}

/**
 * Processor time, in minutes of a core, of the programs that this one began and that have ended since this was asked last, with what those
 * began and waited for: the pages of a browser are missing, which nobody waits for. A machine that has other work too makes a run longer on the
 * clock, and this hardly. Null where it is not told.
 */
export function coreMinutesOfEnded(): number | null {
  const before = told;
  told = ofAllEnded();
  return told === null || before === null ? null : told - before;
}
