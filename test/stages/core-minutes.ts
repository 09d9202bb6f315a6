import { readFileSync } from 'node:fs';

/** Clock ticks per minute in the kernel's figures. */
const ticksOfMinute = 100 * 60;
let told = ofAllEnded();

function ofAllEnded(): number | null {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name, which may contain anything, precedes them in parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0] = fields.slice(13, 15).map(Number);
    return (user + system) / ticksOfMinute;
  } catch {
    return null;
  }
}

/**
 * Returns the processor time (core minutes) of child processes that have ended since the last call, including
 * descendants that they waited for. Browser pages are missing, because nothing waits for them. Unlike elapsed time, it
 * hardly depends on other load. Null if the machine does not provide it.
 */
export function coreMinutesOfEnded(): number | null {
  const before = told;
  told = ofAllEnded();
  return told === null || before === null ? null : told - before;
}
