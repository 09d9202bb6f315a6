import { problem } from '../../../shared/contract/problem.ts';
import type { StoredKeys } from '../../platform/encryption/key-file.ts';
import { deriveKey, lockSchema, type Lock, createOpener, type Opener } from '../../platform/encryption/lock.ts';
import { type LockAndKey, openText, sealText } from '../../platform/encryption/sealed-file.ts';
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
/** The lock line of this version: also has proofs by earlier keys that the lock is the desk's, by lock id. */
const lockLineV4 = z.strictObject({ v: z.literal(4), lock: lockSchema, proofs: z.record(z.string(), z.base64()) });
/** The box line of this version: the desk, the day and the range of actions are authenticated with the lines. */
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
  range: ActionRange,
  { current, older }: StoredKeys,
): CopiedLines {
  if (text === '' || current === null) return { opening: '', text };
  const { lock } = current;
  const key = Buffer.from(current.key, 'base64');
  const boxFields = { desk, day, ...range };
  const proofs = [...older, current].map(
    (one) => [one.lock.id, lockProof(lock, Buffer.from(one.key, 'base64')).toString('base64')] as const,
  );
  return {
    opening: formatParsedLine({ v: 4, lock, proofs: Object.fromEntries(proofs) }),
    text: formatParsedLine({ v: 4, in: lock.id, ...boxFields, box: sealText(text, key, authenticatedText(boxFields)) }),
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
  const key = opener.keyOfId(box.in);
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
  decodeLine: (line: string, day?: string) => Iterable<JournalLine | null>;
  /**
   * Sets the lines to search for locks if a box comes before any lock that opens it: all lines of a journal, the newest
   * day first, since only some unproven locks are tried. null: a line that is too long.
   */
  setLockSource: (lines: () => Iterable<string | null>) => void;
  /** whether a decoded line came from a locked box */
  isFromBox: (line: JournalLine) => boolean;
  /** number of opened boxes */
  openedCount: () => number;
  /** number of locks that cannot be opened, and of altered copies of those that can */
  countUnknownLocks: () => number;
  /**
   * Returns the newest lock of the desk after the lock `firstLockId`, with its key, where each key proves the next
   * lock; null if none can be opened. `isBehind`: a later lock is proven, but cannot be opened.
   */
  newestLockAfter: (first: string) => { unlocked: LockAndKey | null; isBehind: boolean };
  /** number of boxes without their lock; a locked backup with the same passphrase opens them */
  countBoxesWithoutLock: () => number;
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
  const rangesByGeneration = new Map<number, ActionRange[]>();
  let [openedCount, lockedCount, openLineCount, withoutLockCount] = [0, 0, 0, 0];
  let lockSource: (() => Iterable<string | null>) | null = null;

  function learnLock(lock: Lock, proofs: Record<string, string>): void {
    learnedLocks.set(JSON.stringify([lock, proofs]), { lock, proofs });
    const isProven = Object.entries(proofs).some(([id, proof]) => isValidProof(lock, id, proof));
    const [lockText, seenTexts] = [JSON.stringify(lock), seenLocks.get(lock.id) ?? new Set<string>()];
    if (seenTexts.has(lockText) && !isProven) return;
    seenLocks.set(lock.id, seenTexts.add(lockText));
    const untried = untriedLocks.get(lock.id) ?? [];
    if (isProven) untried.unshift({ lock, isProven });
    else untried.push({ lock, isProven });
    untriedLocks.set(lock.id, untried);
  }
  function searchLocks(): void {
    const lines = lockSource?.() ?? [];
    lockSource = null;
    const ids = new Set<string>();
    for (const line of lines) {
      if (line === null || !lockLinePattern.test(line.slice(65, 80))) continue;
      const parsed = parseJsonOrNull(verifiedText(line) ?? '');
      const lock = lockLineV4.safeParse(parsed).data ?? lockLineV3.safeParse(parsed).data;
      if (!lock) continue;
      learnLock(lock.lock, 'proofs' in lock ? lock.proofs : {});
      ids.add(lock.lock.id);
    }
    for (const id of ids) keyOf(id);
  }
  function isValidProof(lock: Lock, lockId: string, proof: string): boolean {
    const key = opener.keyOfId(lockId);
    const [proofBytes, expected] = [Buffer.from(proof, 'base64'), key && lockProof(lock, key)];
    return expected !== null && proofBytes.length === expected.length && timingSafeEqual(proofBytes, expected);
  }
  function keyOf(id: string): Buffer | null {
    const untried = untriedLocks.get(id) ?? [];
    let key = opener.keyOfId(id);
    for (
      let candidate = key ? undefined : untried.shift();
      candidate && !key;
      candidate = key ? undefined : untried.shift()
    )
      key = opener.keyOf(candidate.lock, candidate.isProven);
    return key;
  }

  function* openLine(text: string | null, day: string | undefined): Generator<JournalLine | null, void, undefined> {
    const parsed = text === null ? null : parseJsonOrNull(text);
    const lock = lockLineV4.safeParse(parsed).data ?? lockLineV3.safeParse(parsed).data;
    if (lock) return learnLock(lock.lock, 'proofs' in lock ? lock.proofs : {});
    const box = boxLineV4.safeParse(parsed).data ?? boxLineV3.safeParse(parsed).data;
    if (!box) return yield null;
    searchLocks();
    if (!untriedLocks.has(box.in) && opener.keyOfId(box.in) === null) return void (withoutLockCount += 1);
    const key = keyOf(box.in);
    if (!key) return void (lockedCount += 1);
    const lines = openText(box.box, key, box.v === 4 ? authenticatedText(box) : '');
    // a box that opens but belongs to another day or desk was moved here
    const isMoved = box.v === 4 && ((day ?? box.day) !== box.day || (desk() ?? box.desk) !== box.desk);
    if (lines === null || isMoved) return yield null;
    openedCount += 1;
    if (box.v === 4)
      rangesByGeneration
        .set(box.generation, rangesByGeneration.get(box.generation) ?? [])
        .get(box.generation)
        ?.push(box);
    for (const lineText of lines.split('\n')) {
      if (lineText === '') continue;
      const line = readLine(lineText);
      if (line) linesFromBoxes.add(line);
      yield line;
    }
  }

  function readUnlocked(text: string): [JournalLine | null] {
    const line = readLine(text);
    if (line) openLineCount += 1;
    return [line];
  }

  return {
    decodeLine: (line, day) =>
      lockedLinePattern.test(line.slice(65, 72)) ? openLine(verifiedText(line), day) : readUnlocked(line),
    setLockSource: (lines) => void (lockSource = lines),
    isFromBox: (line) => linesFromBoxes.has(line),
    openedCount: () => openedCount,
    countGaps({ generation, step, boxed }) {
      let count = 0;
      for (const [boxGeneration, ranges] of rangesByGeneration) {
        if (boxGeneration < generation) continue;
        const sorted = ranges.toSorted((a, b) => a.after - b.after);
        let covered = boxGeneration === generation ? step : 0;
        for (const { began, after, upTo } of sorted) {
          if (after > Math.max(covered, began)) count += 1;
          covered = Math.max(covered, upTo);
        }
      }
      const last = Math.max(0, ...(rangesByGeneration.get(generation) ?? []).map(({ upTo }) => upTo));
      return boxed !== null && last < boxed ? count + 1 : count;
    },
    countUnknownLocks: () =>
      [...seenLocks].reduce((sum, [id, { size }]) => sum + (opener.keyOfId(id) ? size - 1 : size), 0),
    newestLockAfter(firstLockId) {
      let unlocked: LockAndKey | null = null;
      const remaining = new Set(learnedLocks.values());
      const nextProvenLocks = () => {
        const id = unlocked?.lock.id ?? firstLockId;
        return [...remaining].filter(({ lock, proofs }) => lock.id !== id && isValidProof(lock, id, proofs[id] ?? ''));
      };
      const canOpen = ({ lock }: { lock: Lock }) => opener.keyOfId(lock.id) !== null;
      for (let next = nextProvenLocks().find(canOpen); next; next = nextProvenLocks().find(canOpen)) {
        remaining.delete(next);
        const key = opener.keyOfId(next.lock.id);
        if (key) unlocked = { lock: next.lock, key };
      }
      return { unlocked, isBehind: nextProvenLocks().length > 0 };
    },
    countBoxesWithoutLock: () => withoutLockCount,
    close() {
      if (openedCount + openLineCount > 0) return lockedCount;
      if (lockedCount > 0) throw opener.lockedProblem('The journal');
      if (withoutLockCount > 0)
        throw problem(
          'locked',
          'The journal is locked, and the line that says what opens it is missing. A locked backup of the same passphrase opens it; or leave the journal out. Nothing was restored.',
          { reason: 'no-lock' },
        );
      return lockedCount;
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
