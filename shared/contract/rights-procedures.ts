import { z } from 'zod';
import { rights } from '../rights/rights.ts';
import { asks } from './procedure.ts';

const right = z.enum(rights);
const code = z.string().max(100);

const begun = z.strictObject({
  id: z.string().min(1).max(64),
  at: z.int(),
  right,
  /** the procedure that was called */
  procedure: code,
  via: z.enum(['screen', 'command-line']),
  /** who was at the desk, or the machine's person */
  operator: code,
  /** whose PIN allowed it; empty where nobody is named for it, and on the command line */
  allowedBy: code,
  /** the key of an entry, a backup, an operator, an address */
  about: z.string().max(500),
  /** codes: names of settings, rights that were given */
  parts: z.string().max(1000),
});
export type BegunAct = z.infer<typeof begun>;

/** `allowed`: how it ended is not known, as after a crash. `denied`: a PIN was wrong, or not of somebody who may. */
export const actOutcomes = ['allowed', 'done', 'failed', 'denied'] as const;
export type ActOutcome = (typeof actOutcomes)[number];

export interface LoggedAct extends Omit<BegunAct, 'id'> {
  seq: number;
  outcome: ActOutcome;
  /** why it failed or was denied: the kind of a problem or its reason; else empty */
  why: string;
}

/** Short code, badge or name of who allows it, and the PIN: sent along with the call that needs it, as its field `approval`. */
export const approval = z.strictObject({ code: z.string().max(200), pin: z.string().max(20) });
export type Approval = z.infer<typeof approval>;

/** Made anew by the screen each time somebody comes to the settings; nothing else can be read from it. */
const stay = z.string().min(16).max(64);

/** Acts that not everybody may do, and what was done of them. Rows of the desk contract. */
export const rightsProcedures = {
  /**
   * writes down that an act begins, before it does; closed to screens, whose host asks it. `needs-right` where somebody is named for rights at
   * this desk and no PIN of one who has this right came along
   */
  'rights.begin': asks<BegunAct>()('desk', () =>
    begun.omit({ id: true, at: true, allowedBy: true }).extend({
      /** what `about` is: an id of an entry or a handover is written as what people call it */
      of: z.enum(['text', 'entry', 'handover']),
      approval: approval.optional(),
      /** somebody's stay in the settings, in which a PIN that was given before may count */
      stay: stay.optional(),
    }),
  ),
  /** somebody is still in the settings, or has left them: a PIN that was given there counts no longer, nor after some minutes without a word */
  'rights.stay': asks<{ until: number | null }>()('desk', () => z.strictObject({ stay, goesOn: z.boolean() })),
  /** checks again, in the turn in which an act is done, that it may be: `needs-right` where it may no longer, `cancelled` where it was never checked here */
  'rights.still': asks<{ allowed: true }>()('desk', () => z.strictObject({ act: begun })),
  /**
   * does an act of the desk's own thread in the turn in which its right is checked again, and writes down how it ended; closed to screens. Answers
   * and refuses as the procedure does, and as `rights.still`
   */
  'rights.act': asks<{ value: unknown }>()('desk', () =>
    z.strictObject({ act: begun, procedure: code, input: z.unknown() }),
  ),
  /** writes down how it ended, in whichever folder is open now */
  'rights.end': asks<{ ended: true }>()('desk', () =>
    z.strictObject({ act: begun, outcome: z.enum(['done', 'failed']), why: code }),
  ),
  /** what was done, the newest first; `before`: the last one told */
  'rights.log': asks<{ acts: LoggedAct[]; more: boolean }>()('reader', () =>
    z.strictObject({
      /** in the names of people and in what it was about */
      text: z.string().max(200).default(''),
      right: right.optional(),
      before: z.int().optional(),
      limit: z.int().min(1).max(1000).default(100),
    }),
  ),
} as const;
