import { backUp } from '../../electron/copies/backup/make-backup.ts';
import { openJournal } from '../../electron/copies/journal/journal.ts';
import { journalFolder } from '../../electron/copies/journal/read-journal.ts';
import { restore } from '../../electron/copies/restore/restore.ts';
import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import { deliver, settleInterrupted } from '../../electron/delivery/sync/deliver.ts';
import { runCheckJob } from '../../electron/delivery/sync/run-check-job.ts';
import { openOutbox } from '../../electron/outbox/open-outbox.ts';
import { createNumbers } from '../../shared/creates/create-kinds.ts';
import { defaultSettings, type Settings } from '../../shared/settings/settings.ts';
import { boxCapture, declareCapture, labelCapture } from '../support/open-test-outbox.ts';
import { openCopy, openInMemory, type EmptyDesk } from './empty-desk.ts';
import { rowInWords, wireInWords } from './in-words.ts';
import { startRun, target, timer, turns, type Entry, type Run } from './run.ts';
import { createOf, exchangeOf, statusOf, type Kind, type readAsked } from './service.ts';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const minuteMs = 60_000;
const captures = { ask: labelCapture, repeat: boxCapture, again: declareCapture };

/**
 * The real outbox and sync, with a function for each action of the specification. Only the loop is missing, because the
 * actions decide what happens when. Everything between `begin` and `end` is one transaction that is rolled back, unless
 * the file itself is to be lost.
 */
export function openSpecifiedDesk(empty: EmptyDesk) {
  let time = Date.parse('2026-03-02T08:00:00Z');
  let settings: Settings = defaultSettings;
  let ids = 0;
  let folder = '';
  const shared = openInMemory(empty.file);
  const rested = openOutbox(shared, { now: () => time, newId: () => newId(), holdMs: () => 0 });
  let db = shared;
  let journal: ReturnType<typeof openJournal> | null = null;
  let entries = new Map<number, Entry>();
  let effects = new Map<number, number>();
  let replies = new Map<number, string>();
  let lastBackup = '';
  let run: Run;

  const clock = { now: () => time, monotonic: () => time };
  const newId = (): string => `e${++ids}`;

  /** `outbox`: one without remembered state; default: a newly opened one, as after the process has ended. */
  const nextRun = (outbox = openOutbox(db, { now: clock.now, newId, holdMs: () => 0 })): Run =>
    startRun(outbox, { settings: () => settings, clock, asked });

  /** Opens the rescue journal in the current folder. */
  const follow = () =>
    openJournal({
      db,
      folder: join(folder, journalFolder),
      now: clock.now,
      onFailure: (trouble) => void (trouble && fail(trouble.message)),
      onLostActions: () => fail('the journal is ahead'),
      after: timer.after,
    });

  const { asking, ask } = turns();
  function asked(
    of: Run,
    { endpoint, key }: ReturnType<typeof readAsked>,
    resolve: (exchange: Exchange) => void,
  ): void {
    const [e] =
      [...entries].find(([, one]) => one.key === key && (endpoint > 15 || createOf[one.kind] === endpoint)) ?? [];
    if (e === undefined || of !== run) throw new Error(`nobody asks ${endpoint} about ${key}`);
    ask(resolve);
  }

  const entryOf = (e: number): Entry => entries.get(e) ?? fail(`there is no entry ${e}`);
  const command = (): string => `c${++ids}`;
  const act = (): void => journal?.note();

  async function answerWith(e: number, said: string): Promise<void> {
    const open = run.tries.get(e) ?? fail(`nothing of ${e} is on its way`);
    const { kind, key } = entryOf(e);
    open.resolve(exchangeOf(said, kind, key));
    await open.done;
    run.tries.delete(e);
    run.claimed.delete(e);
    replies.delete(e);
  }

  function endRun(): void {
    run.isOver = true;
    // An answer that arrived but was not written counts as one that never arrived.
    for (const [e, reply] of replies) run.tries.get(e)?.resolve(exchangeOf(reply, entryOf(e).kind, entryOf(e).key));
    replies = new Map();
  }

  const effectOf = (e: number, reply: string): void => {
    if (reply === 'taken') effects.set(e, (effects.get(e) ?? 0) + 1);
  };

  return {
    /** `mayBeLost`: the trace has backups, so it gets its own file and journal. */
    begin(
      kinds: readonly Kind[],
      needs: boolean,
      alwaysAsk: boolean,
      proven: readonly string[],
      mayBeLost: boolean,
    ): void {
      settings = { ...defaultSettings, alwaysAsk, graceSeconds: 120 };
      if (mayBeLost) folder = join(empty.folder, `own-${++ids}`);
      db = mayBeLost ? openCopy(empty, folder) : shared;
      if (mayBeLost) journal = follow();
      else db.exec('BEGIN');
      run = mayBeLost ? nextRun() : nextRun(rested);
      effects = new Map();
      replies = new Map();
      entries = new Map();
      const own = ++ids;
      for (const [at, kind] of kinds.entries()) {
        const key = `P${own}-${needs ? 1 : at + 1}`;
        const capture = captures[kind](key);
        const { id } = run.outbox.enqueue(command(), capture, 'ana', false);
        entries.set(at + 1, { id, kind, key, capture });
      }
      for (const kind of ['ask', 'repeat'] as const)
        if (proven.includes(kind)) run.outbox.sync.recordStatusProven(target, statusOf[kind], createOf[kind]);
      act();
    },
    end(): void {
      run.isOver = true;
      if (db === shared) return void db.exec('ROLLBACK');
      journal?.close();
      journal = null;
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
    close: (): void => void shared.close(),

    claim(e: number): void {
      const { id, kind } = entryOf(e);
      run.outbox.tryNow([id]);
      const limits = createNumbers.map((endpoint) => {
        const max = endpoint === createOf[kind] ? 1 : 0;
        return { endpoint, max, maxWhenAlone: max, health: 'well' as const, isRoundRobin: false };
      });
      const [claimed, ...more] = run.outbox.sync.claim(1, time, target, limits);
      if (claimed?.id !== id || more.length > 0) fail(`${claimed?.id ?? 'nothing'} was claimed in place of ${id}`);
      else run.claimed.set(e, claimed);
    },
    async leave(e: number): Promise<void> {
      const claimed = run.claimed.get(e) ?? fail(`${e} is not claimed`);
      const open = await asking(() => deliver(claimed, run.work, () => undefined));
      if (open) run.tries.set(e, open);
      else run.claimed.delete(e);
    },
    arrive(e: number, reply: string): void {
      if (!run.tries.has(e)) fail(`nothing of ${e} is on its way`);
      replies.set(e, reply);
      effectOf(e, reply);
    },
    answer: (e: number): Promise<void> => answerWith(e, replies.get(e) ?? fail(`nothing was answered to ${e}`)),
    lost: answerWith,
    late: effectOf,
    async ask(e: number, says: string): Promise<void> {
      const { id } = entryOf(e);
      run.outbox.tryNow([id]);
      const due = run.outbox.sync.dueChecks(50, time).find((one) => one.id === id) ?? fail(`no status of ${e} is due`);
      const open = await asking(() => runCheckJob([due], run.work));
      run.reads.set(e, { ...(open ?? fail('no status was asked')), says });
    },
    async told(e: number): Promise<void> {
      const { resolve, done, says } = run.reads.get(e) ?? fail(`no status of ${e} is being asked`);
      const { kind, key } = entryOf(e);
      resolve(exchangeOf(says, kind, key));
      await done;
      run.reads.delete(e);
    },
    decide(e: number, decision: string, state: string): void {
      const { outbox } = run;
      const { id, capture } = entryOf(e);
      const free = { operator: 'ana', why: '', decided: true, alone: true };
      if (decision === 'mend') outbox.mend(command(), id, capture, 'ana', true);
      else if (decision === 'withdraw' && state === 'queued')
        outbox.once(command(), 'withdraw', () => (outbox.withdraw(id, free), id));
      else outbox.decide(command(), id, decision as 'send-again' | 'taken' | 'withdraw', 'ana', '');
      act();
    },
    crash(): void {
      endRun();
      run = nextRun();
      settleInterrupted(run.work);
    },
    async backUp(): Promise<void> {
      time += 1000;
      lastBackup = (await backUp(db, join(folder, 'backups'), time)).path;
    },
    async restore(): Promise<void> {
      endRun();
      const lost = folder;
      journal?.close();
      journal = null;
      db.close();
      folder = join(empty.folder, `own-${++ids}`);
      await restore(lastBackup, folder, join(lost, journalFolder), {
        now: clock.now,
        newId,
        yieldToEventLoop: () => Promise.resolve(),
      });
      rmSync(lost, { recursive: true, force: true });
      db = openCopy(empty, folder);
      journal = follow();
      run = nextRun();
      settleInterrupted(run.work);
    },
    /** In steps like those of the loop, so that all of it counts as running time. */
    pass(): void {
      for (let passed = 0; passed <= settings.graceSeconds * 1000; passed += minuteMs) {
        time += minuteMs;
        run.work.running.tick();
        run.work.running.writeIfDue();
      }
    },

    /** State on disk and under way, in the terms of the specification. */
    shows(e: number) {
      const { id, kind } = entryOf(e);
      const row = db
        .prepare<[string], Record<string, number | string | Buffer | null>>('SELECT * FROM entry WHERE id = ?')
        .get(id);
      if (!row) return fail(`entry ${e} has disappeared`);
      const proven = kind !== 'again' && run.outbox.sync.isStatusProven(target, statusOf[kind], createOf[kind]);
      return {
        ...rowInWords(row, kind, run, settings),
        ...wireInWords(e, run),
        // The specification does not count beyond two.
        effects: Math.min(2, effects.get(e) ?? 0),
        proven,
      };
    },
  };
}
export type SpecifiedDesk = ReturnType<typeof openSpecifiedDesk>;

function fail(why: string): never {
  throw new Error(why);
}
