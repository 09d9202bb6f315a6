/**
 * What only some may do at a desk where somebody is named for it: send again what may have been taken, close a handover, restore, go live,
 * change settings and operators. Where nobody has any right, everybody may do everything.
 */
export const rights = ['send-again', 'close', 'restore', 'go-live', 'settings'] as const;
export type Right = (typeof rights)[number];

/** The right of who gives rights: as long as anybody has one, somebody with a PIN has this one. */
export const supervising: Right = 'settings';

/** Why nobody was let through; `none-given` asks for a PIN. */
export type NeedsRightReason = 'none-given' | 'unknown' | 'pin-wrong' | 'not-allowed' | 'wait';

export const isRight = (text: string): text is Right => rights.some((one) => one === text);

/** What is written down of its own: these name nobody in their input, so that a screen sends who is at the desk along, as `actor`. */
export const namesNobody = [
  'backup.restore',
  'desk.reopen',
  'desk.switch',
  'desk.setService',
  'desk.testService',
  'desk.setSecret',
  'settings.set',
  'session.set',
  'printers.add',
  'printers.choose',
  'printers.remove',
  'journal.choose',
  'backup.chooseFolder',
  'backup.lock',
  'backup.unlock',
  'backup.sheet',
  'retention.now',
  'operators.save',
  'operators.forget',
] as const;

/**
 * What a PIN that was given once in the settings allows for as long as that person stays there. Operators and their rights, what cannot be undone, and
 * what shows a secret ask each time.
 */
export const allowedByStay = [
  'desk.setService',
  'desk.testService',
  'desk.setSecret',
  'settings.set',
  'session.set',
  'printers.add',
  'printers.choose',
  'printers.remove',
  'journal.choose',
  'backup.chooseFolder',
  'drill.begin',
  'drill.end',
] as const;
