import { problem } from '../../../shared/contract/problem.ts';
import type { StoredKeys } from '../../platform/encryption/key-file.ts';
import { deriveKey, lockSchema, type Lock, createOpener, type Opener } from '../../platform/encryption/lock.ts';
import { type Unlocked, openText, sealText } from '../../platform/encryption/sealed-file.ts';
import { verifiedText, readLine, formatParsedLine, type JournalLine } from '../journal/journal-line.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const countSchema = z.int().min(0);

/**
 * Range of a desk's history in a box of lines: all actions with numbers after `after` and up to `upTo`, of the
 * generation that began after action number `began`.
 */
const rangeSchema = z.strictObject({
  generation: countSchema,
  began: countSchema,
  after: countSchema,
  upTo: countSchema,
});
export type ActionRange = z.infer<typeof rangeSchema>;

/**
 * The lock of the lines after it, so that they are opened without any other file; and a box of lines locked together.
 * Written by older versions.
 */
const lockLineV3 = z.strictObject({ v: z.literal(3), lock: lockSchema });
const boxLineV3 = z.strictObject({ v: z.literal(3), in: z.string(), box: z.string() });
/** Same, with proofs by earlier keys that the lock is the desk's, by lock id. */
const lockLineV4 = z.strictObject({ v: z.literal(4), lock: lockSchema, proofs: z.record(z.string(), z.base64()) });
/** Same, with the desk, the day and the range of actions authenticated together with the lines. */
const boxLineV4 = z.strictObject({
  v: z.literal(4),
  in: z.string(),
  desk: z.string(),
  day: z.string(),
  ...rangeSchema.shape,
  box: z.string(),
});
const lockedLinePattern = /^\{"v":[34],/;
const lockLinePattern = /^\{"v":[34],"lock":/;

const authenticatedText = ({
  desk,
  day,
  generation,
  began,
  after,
  upTo,
}: Omit<z.infer<typeof boxLineV4>, 'v' | 'in' | 'box'>) => JSON.stringify([desk, day, generation, began, after, upTo]);

const lockProof = (lock: Lock, key: Buffer): Buffer =>
  createHmac('sha256', deriveKey(key, '', 'next lock'))
    // parsed, because a newly made lock has its fields in another order than one that was read
    .update(JSON.stringify(lockSchema.parse(lock)))
    .digest();

/** Origin of lines of a journal: the name of the desk (`nameOfDesk`), and a day (YYYY-MM-DD). */
export interface LineOrigin {
  desk: string;
  day: string;
}

/**
 * Lines of a journal in the form a folder gets. `opening`: the line with their lock, which must come before them in the
 * file of their day; empty if they are not locked.
 */
export interface CopiedLines {
  opening: string;
  text: string;
}

/** Locks lines of a journal for a folder that others can read. */
export function lockLines(
  { desk, day }: LineOrigin,
  text: string,
  span: ActionRange,
  { current, older }: StoredKeys,
): CopiedLines {
  if (text === '' || current === null) return { opening: '', text };
  const { lock } = current;
  const key = Buffer.from(current.key, 'base64');
  const about = { desk, day, ...span };
  const proofs = [...older, current].map(
    (one) => [one.lock.id, lockProof(lock, Buffer.from(one.key, 'base64')).toString('base64')] as const,
  );
  return {
    opening: formatParsedLine({ v: 4, lock, proofs: Object.fromEntries(proofs) }),
    text: formatParsedLine({ v: 4, in: lock.id, ...about, box: sealText(text, key, authenticatedText(about)) }),
  };
}

/** The parsed box of a locked line of this version; null for every other line. */
function readBox(line: string): z.infer<typeof boxLineV4> | null {
  const text = lockedLinePattern.test(line.slice(65, 72)) ? verifiedText(line) : null;
  return boxLineV4.safeParse(parseJsonOrNull(text ?? '')).data ?? null;
}

/**
 * The last number in a locked line of a generation, if a known key proves it and the line is of this desk and day; null
 * for every other line, and for one with no number after `after`, which is not opened.
 */
export function lastProvenStep(
  line: string,
  { desk, day }: LineOrigin,
  generation: number,
  after: number,
  opener: Opener,
): number | null {
  const box = readBox(line);
  if (box?.desk !== desk || box.day !== day || box.generation !== generation || box.upTo <= after) return null;
  const key = opener.known(box.in);
  return key && openText(box.box, key, authenticatedText(box)) !== null ? box.upTo : null;
}

/** What is known when looking for missing boxes of a journal. */
interface KnownRange {
  /**
   * generation of the backup that the journal is read with, and the last number of its history: boxes up to there may
   * be missing
   */
  generation: number;
  step: number;
  /** last number in a box of that generation when the backup was made; null if unknown */
  boxed: number | null;
}

export interface LineReader {
  /** Decodes one line; yields null for what is damaged. `day`: of its file (YYYY-MM-DD), if known. */
  read: (line: string, day?: string) => Iterable<JournalLine | null>;
  /**
   * Sets the lines to search for locks if a box comes before any lock that opens it: all lines of a journal, the newest
   * day first, since only some unproven locks are tried. null: a line that is too long.
   */
  setLockSource: (lines: () => Iterable<string | null>) => void;
  /** whether a line that was read came from a locked box */
  wasLocked: (line: JournalLine) => boolean;
  /** number of opened boxes */
  opened: () => number;
  /** number of locks that cannot be opened */
  unknownLocks: () => number;
  /**
   * Returns the newest lock of the desk after `first` with its key, where each key proves the next lock; null if none
   * can be opened. `isBehind`: a later lock is proven, but cannot be opened.
   */
  newestLockAfter: (first: string) => { unlocked: Unlocked | null; isBehind: boolean };
  /** number of boxes without their lock; a locked backup with the same passphrase opens them */
  boxesWithoutLock: () => number;
  /** Number of gaps where boxes are missing, between others or at the end. */
  countGaps: (known: KnownRange) => number;
  /** Returns the number of boxes that stayed locked. Throws ProblemError `locked` if nothing else was read. */
  close: () => number;
}

/**
 * Reads lines of a journal, including locked ones. `desk`: `nameOfDesk`, null to accept any; a box of another desk
 * counts as damaged.
 */
export function createLineReader(
  opener: Opener = createOpener([]),
  desk: () => string | null = () => null,
): LineReader {
  /** locks not tried yet, by id */
  const untriedLocks = new Map<string, { lock: Lock; isProven: boolean }[]>();
  const seenLocks = new Map<string, Set<string>>();
  const learnedLocks = new Map<string, { lock: Lock; proofs: Record<string, string> }>();
  const linesFromBoxes = new WeakSet<JournalLine>();
  const spans = new Map<number, ActionRange[]>();
  let [opened, locked, openLines, withoutLock] = [0, 0, 0, 0];
  let lockSource: (() => Iterable<string | null>) | null = null;

  function learnLock(lock: Lock, proofs: Record<string, string>): void {
    learnedLocks.set(JSON.stringify([lock, proofs]), { lock, proofs });
    const isProven = Object.entries(proofs).some(([id, proof]) => isValidProof(lock, id, proof));
    const [text, known] = [JSON.stringify(lock), seenLocks.get(lock.id) ?? new Set<string>()];
    if (known.has(text) && !isProven) return;
    seenLocks.set(lock.id, known.add(text));
    const beside = untriedLocks.get(lock.id) ?? [];
    if (isProven) beside.unshift({ lock, isProven });
    else beside.push({ lock, isProven });
    untriedLocks.set(lock.id, beside);
  }
  function searchLocks(): void {
    const lines = lockSource?.() ?? [];
    lockSource = null;
    const ids = new Set<string>();
    for (const line of lines) {
      if (line === null || !lockLinePattern.test(line.slice(65, 80))) continue;
      const given = parseJsonOrNull(verifiedText(line) ?? '');
      const lock = lockLineV4.safeParse(given).data ?? lockLineV3.safeParse(given).data;
      if (!lock) continue;
      learnLock(lock.lock, 'proofs' in lock ? lock.proofs : {});
      ids.add(lock.lock.id);
    }
    for (const id of ids) keyOf(id);
  }
  function isValidProof(lock: Lock, by: string, proof: string): boolean {
    const key = opener.known(by);
    const [given, right] = [Buffer.from(proof, 'base64'), key && lockProof(lock, key)];
    return right !== null && given.length === right.length && timingSafeEqual(given, right);
  }
  function keyOf(id: string): Buffer | null {
    const beside = untriedLocks.get(id) ?? [];
    let key = opener.known(id);
    for (let next = key ? undefined : beside.shift(); next && !key; next = key ? undefined : beside.shift())
      key = opener.keyOf(next.lock, next.isProven);
    return key;
  }

  function* open(text: string | null, day: string | undefined): Generator<JournalLine | null, void, undefined> {
    const given = text === null ? null : parseJsonOrNull(text);
    const lock = lockLineV4.safeParse(given).data ?? lockLineV3.safeParse(given).data;
    if (lock) return learnLock(lock.lock, 'proofs' in lock ? lock.proofs : {});
    const box = boxLineV4.safeParse(given).data ?? boxLineV3.safeParse(given).data;
    if (!box) return yield null;
    searchLocks();
    if (!untriedLocks.has(box.in) && opener.known(box.in) === null) return void (withoutLock += 1);
    const key = keyOf(box.in);
    if (!key) return void (locked += 1);
    const lines = openText(box.box, key, box.v === 4 ? authenticatedText(box) : '');
    // a box that opens but belongs to another day or desk was moved here
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
      if (line) linesFromBoxes.add(line);
      yield line;
    }
  }

  function readOpen(text: string): [JournalLine | null] {
    const line = readLine(text);
    if (line) openLines += 1;
    return [line];
  }

  return {
    read: (line, day) => (lockedLinePattern.test(line.slice(65, 72)) ? open(verifiedText(line), day) : readOpen(line)),
    setLockSource: (lines) => void (lockSource = lines),
    wasLocked: (line) => linesFromBoxes.has(line),
    opened: () => opened,
    countGaps({ generation, step, boxed }) {
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
    unknownLocks: () => [...seenLocks].reduce((sum, [id, { size }]) => sum + (opener.known(id) ? size - 1 : size), 0),
    newestLockAfter(first) {
      let unlocked: Unlocked | null = null;
      const left = new Set(learnedLocks.values());
      const following = () => {
        const id = unlocked?.lock.id ?? first;
        return [...left].filter(({ lock, proofs }) => lock.id !== id && isValidProof(lock, id, proofs[id] ?? ''));
      };
      const opens = ({ lock }: { lock: Lock }) => opener.known(lock.id) !== null;
      for (let next = following().find(opens); next; next = following().find(opens)) {
        left.delete(next);
        const key = opener.known(next.lock.id);
        if (key) unlocked = { lock: next.lock, key };
      }
      return { unlocked, isBehind: following().length > 0 };
    },
    boxesWithoutLock: () => withoutLock,
    close() {
      if (opened + openLines > 0) return locked;
      if (locked > 0) throw opener.lockedProblem('The journal');
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

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
