import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { HeldKeys } from '../encryption/key-file.ts';
import { derived, lockSchema, type Lock } from '../encryption/lock.ts';
import { openerOf, type Opener } from '../encryption/opener.ts';
import type { Unlocked } from '../encryption/sealed-file.ts';
import { openText, sealText } from '../encryption/sealed-text.ts';
import { problem } from '../../shared/contract/problem.ts';
import { hashedText, readLine, textOf, type JournalLine } from './journal-line.ts';

const number = z.int().min(0);

/**
 * Which acts of a desk's history a box of lines has: all with numbers after `after` and up to `upTo`, of the generation that began behind
 * the act of number `began`.
 */
const spanSchema = z.strictObject({ generation: number, began: number, after: number, upTo: number });
export type LineSpan = z.infer<typeof spanSchema>;

/** Begins lines that are locked, so that they are opened without any other file; and some lines, locked together. As older versions wrote them. */
const oldLockLine = z.strictObject({ v: z.literal(3), lock: lockSchema });
const oldBoxLine = z.strictObject({ v: z.literal(3), in: z.string(), box: z.string() });
/** The same, where keys of before say that the lock is the desk's: a proof by the id of each. */
const lockLine = z.strictObject({ v: z.literal(4), lock: lockSchema, proofs: z.record(z.string(), z.base64()) });
/** The same, where what is authenticated with the lines says whose they are, of which day, and which acts they tell. */
const boxLine = z.strictObject({
  v: z.literal(4),
  in: z.string(),
  desk: z.string(),
  day: z.string(),
  ...spanSchema.shape,
  box: z.string(),
});
const lockedBeginning = /^\{"v":[34],/;
const lockBeginning = /^\{"v":[34],"lock":/;

const aboutOf = ({ desk, day, generation, began, after, upTo }: Omit<z.infer<typeof boxLine>, 'v' | 'in' | 'box'>) =>
  JSON.stringify([desk, day, generation, began, after, upTo]);

const proofOf = (lock: Lock, key: Buffer): Buffer =>
  createHmac('sha256', derived(key, '', 'next lock'))
    // a lock that was made a moment ago has its fields in another order than one that was read
    .update(JSON.stringify(lockSchema.parse(lock)))
    .digest();

/** Whose lines of a journal these are: the name of the desk (`nameOfDesk`), and a day (YYYY-MM-DD). */
export interface LinesOf {
  desk: string;
  day: string;
}

/** Lines of a journal as a place gets them. `opening`: the line that says what opens them, which the file of their day has before them; empty where they are open. */
export interface PlaceLines {
  opening: string;
  text: string;
}

/** Locks lines of a journal for a place that others may read. */
export function lockLines(
  { desk, day }: LinesOf,
  text: string,
  span: LineSpan,
  { current, older }: HeldKeys,
): PlaceLines {
  if (text === '' || current === null) return { opening: '', text };
  const { lock } = current;
  const key = Buffer.from(current.key, 'base64');
  const about = { desk, day, ...span };
  const proofs = [...older, current].map(
    (one) => [one.lock.id, proofOf(lock, Buffer.from(one.key, 'base64')).toString('base64')] as const,
  );
  return {
    opening: textOf({ v: 4, lock, proofs: Object.fromEntries(proofs) }),
    text: textOf({ v: 4, in: lock.id, ...about, box: sealText(text, key, aboutOf(about)) }),
  };
}

/** What is missing in the boxes of a journal. */
interface KnownSpan {
  /** of the backup that the journal is read beside, and the last number of its history: what it knows may be missing */
  generation: number;
  step: number;
  /** last number that a box of that generation had when the backup was made; null where that is not known */
  boxed: number | null;
}

export interface LinesOpener {
  /** What one line holds; null for what is damaged. `day`: of its file (YYYY-MM-DD), where that is known. */
  read: (line: string, day?: string) => Iterable<JournalLine | null>;
  /**
   * Names the lines among which locks are looked for when a box comes before any lock that opens it: every one of a journal, the newest
   * day first, since of locks that nothing proves only some are tried. null: a line that is too long.
   */
  findLocks: (lines: () => Iterable<string | null>) => void;
  /** whether a line that was read was locked */
  wasLocked: (line: JournalLine) => boolean;
  /** how many boxes were opened */
  opened: () => number;
  /** how many locks nothing given opens */
  unknownLocks: () => number;
  /**
   * The newest lock of the desk that follows `first`, as its own key and those after it prove, with its key; null where none is opened.
   * `isBehind`: a later one is proven, and nothing given opens it.
   */
  newestAfter: (first: string) => { unlocked: Unlocked | null; isBehind: boolean };
  /** how many boxes have their lock nowhere: a locked backup of the same passphrase opens them */
  withoutLock: () => number;
  /** In how many places boxes are missing: between others, or at the end. */
  missing: (known: KnownSpan) => number;
  /** How many boxes stayed locked beside what was read. Throws ProblemError `locked` where nothing else is there. */
  close: () => number;
}

/** Reads lines of a journal, those that are locked too. `desk`: `nameOfDesk`, null where any will do; a box of another desk counts as damaged. */
export function linesOpener(opener: Opener = openerOf([]), desk: () => string | null = () => null): LinesOpener {
  /** by id, those that were not tried yet */
  const untried = new Map<string, { lock: Lock; isProven: boolean }[]>();
  const seen = new Map<string, Set<string>>();
  const learned = new Map<string, { lock: Lock; proofs: Record<string, string> }>();
  const fromBox = new WeakSet<JournalLine>();
  const spans = new Map<number, LineSpan[]>();
  let [opened, locked, openLines, withoutLock] = [0, 0, 0, 0];
  let unread: (() => Iterable<string | null>) | null = null;

  function learn(lock: Lock, proofs: Record<string, string>): void {
    learned.set(JSON.stringify([lock, proofs]), { lock, proofs });
    const isProven = Object.entries(proofs).some(([id, proof]) => isProof(lock, id, proof));
    const [text, known] = [JSON.stringify(lock), seen.get(lock.id) ?? new Set<string>()];
    if (known.has(text) && !isProven) return;
    seen.set(lock.id, known.add(text));
    const beside = untried.get(lock.id) ?? [];
    if (isProven) beside.unshift({ lock, isProven });
    else beside.push({ lock, isProven });
    untried.set(lock.id, beside);
  }
  function lookForLocks(): void {
    const lines = unread?.() ?? [];
    unread = null;
    const ids = new Set<string>();
    for (const line of lines) {
      if (line === null || !lockBeginning.test(line.slice(65, 80))) continue;
      const given = plainOf(hashedText(line) ?? '');
      const lock = lockLine.safeParse(given).data ?? oldLockLine.safeParse(given).data;
      if (!lock) continue;
      learn(lock.lock, 'proofs' in lock ? lock.proofs : {});
      ids.add(lock.lock.id);
    }
    for (const id of ids) keyOf(id);
  }
  function isProof(lock: Lock, by: string, proof: string): boolean {
    const key = opener.known(by);
    const [given, right] = [Buffer.from(proof, 'base64'), key && proofOf(lock, key)];
    return right !== null && given.length === right.length && timingSafeEqual(given, right);
  }
  function keyOf(id: string): Buffer | null {
    const beside = untried.get(id) ?? [];
    let key = opener.known(id);
    for (let next = key ? undefined : beside.shift(); next && !key; next = key ? undefined : beside.shift())
      key = opener.keyOf(next.lock, next.isProven);
    return key;
  }

  function* open(text: string | null, day: string | undefined): Generator<JournalLine | null, void, undefined> {
    const given = text === null ? null : plainOf(text);
    const lock = lockLine.safeParse(given).data ?? oldLockLine.safeParse(given).data;
    if (lock) return learn(lock.lock, 'proofs' in lock ? lock.proofs : {});
    const box = boxLine.safeParse(given).data ?? oldBoxLine.safeParse(given).data;
    if (!box) return yield null;
    lookForLocks();
    if (!untried.has(box.in) && opener.known(box.in) === null) return void (withoutLock += 1);
    const key = keyOf(box.in);
    if (!key) return void (locked += 1);
    const lines = openText(box.box, key, box.v === 4 ? aboutOf(box) : '');
    // what opens with its own words and lies elsewhere was moved there
    const isMoved = box.v === 4 && ((day ?? box.day) !== box.day || (desk() ?? box.desk) !== box.desk);
    if (lines === null || isMoved) return yield null;
    opened += 1;
    if (box.v === 4)
      spans
        .set(box.generation, spans.get(box.generation) ?? [])
        .get(box.generation)
        ?.push(box);
    for (const one of lines.split('\n')) {
      if (one === '') continue;
      const line = readLine(one);
      if (line) fromBox.add(line);
      yield line;
    }
  }

  function readOpen(text: string): [JournalLine | null] {
    const line = readLine(text);
    if (line) openLines += 1;
    return [line];
  }

  return {
    read: (line, day) => (lockedBeginning.test(line.slice(65, 72)) ? open(hashedText(line), day) : readOpen(line)),
    findLocks: (lines) => void (unread = lines),
    wasLocked: (line) => fromBox.has(line),
    opened: () => opened,
    missing({ generation, step, boxed }) {
      let count = 0;
      for (const [of, some] of spans) {
        if (of < generation) continue;
        const sorted = some.toSorted((a, b) => a.after - b.after);
        let covered = of === generation ? step : 0;
        for (const { began, after, upTo } of sorted) {
          if (after > Math.max(covered, began)) count += 1;
          covered = Math.max(covered, upTo);
        }
      }
      const last = Math.max(0, ...(spans.get(generation) ?? []).map(({ upTo }) => upTo));
      return boxed !== null && last < boxed ? count + 1 : count;
    },
    unknownLocks: () => [...seen].reduce((sum, [id, { size }]) => sum + (opener.known(id) ? size - 1 : size), 0),
    newestAfter(first) {
      let unlocked: Unlocked | null = null;
      const left = new Set(learned.values());
      const following = () => {
        const id = unlocked?.lock.id ?? first;
        return [...left].filter(({ lock, proofs }) => lock.id !== id && isProof(lock, id, proofs[id] ?? ''));
      };
      const opens = ({ lock }: { lock: Lock }) => opener.known(lock.id) !== null;
      for (let next = following().find(opens); next; next = following().find(opens)) {
        left.delete(next);
        const key = opener.known(next.lock.id);
        if (key) unlocked = { lock: next.lock, key };
      }
      return { unlocked, isBehind: following().length > 0 };
    },
    withoutLock: () => withoutLock,
    close() {
      if (opened + openLines > 0) return locked;
      if (locked > 0) throw opener.refusal('The journal');
      if (withoutLock > 0)
        throw problem(
          'locked',
          'The journal is locked, and the line that says what opens it is missing. A locked backup of the same passphrase opens it; or leave the journal out. Nothing was restored.',
          { reason: 'no-lock' },
        );
      return locked;
    },
  };
}

function plainOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
