import type { DamagedPart } from '../../shared/outbox/damaged-parts.ts';
import type { State } from '../../shared/outbox/states.ts';

export interface Damage {
  /** id of the entry; null if no entry is affected, or one that cannot be read */
  id: string | null;
  key: string | null;
  part: DamagedPart;
  /** what is damaged, in English */
  message: string;
  /** what to do about it, in English */
  todo: string;
}

export interface DamagedEntry {
  id: string;
  key: string;
  state: State;
}

const statesAtService: readonly string[] = ['sending', 'unsure', 'accepted'];

/** What a user does about a damaged entry, by its state. */
function todoFor(part: DamagedPart, state: State): string {
  if (part === 'step') return 'Nothing needs to be done. What its history shows may be wrong.';
  if (part === 'try') return 'Nothing needs to be done. What the service answered to this try may be shown wrongly.';
  if (statesAtService.includes(state)) {
    return 'Look up at the service what it has under this key, then decide the entry at the desk.';
  }
  if (state === 'done' || state === 'withdrawn') {
    return 'Nothing is sent any more. Look it up at the service, or in a backup, before you rely on what the list shows.';
  }
  return 'It is not sent as it is. Open it, compare it with the paper and save it again, or enter it again and withdraw this one.';
}

const partNames: Partial<Record<DamagedPart, string>> = {
  request: 'What was captured',
  entry: 'Its state, times, marks, recipient or last record',
  try: 'One of its tries',
  step: 'A step of its history',
  need: 'What it waits for',
};

export function entryDamage({ id, key, state }: DamagedEntry, part: DamagedPart, of = ''): Damage {
  return {
    id,
    key,
    part,
    message: `${partNames[part] ?? part}${of} is damaged on this disk.`,
    todo: todoFor(part, state),
  };
}

const restoreTodo =
  'Copy the whole folder to another disk as it is, then restore the newest backup that verify calls whole, with the journal.';

export function otherDamage(part: DamagedPart, message: string, key: string | null = null, todo = restoreTodo): Damage {
  return { id: null, key, part, message, todo };
}
