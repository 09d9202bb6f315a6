import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backUp } from '../../electron/backup/backup.ts';
import { journalFolder } from '../../electron/backup/read-journal.ts';
import { registerRestored } from '../../electron/backup/register-restored.ts';
import { restore, type Restored } from '../../electron/backup/restore.ts';
import { composeDesk, type ComposedDesk } from '../../electron/compose.ts';
import { deskMigrations } from '../../electron/database/migrations/index.ts';
import { deskFile } from '../../electron/database/open-desk.ts';
import { openSqliteReader, type Sqlite } from '../../electron/database/open-sqlite.ts';
import { answer } from '../../electron/rpc/answer.ts';
import type { Input, Output, ProcedureName } from '../../shared/desk-contract.ts';
import { ProblemError, type Problem, type Result } from '../../shared/problem.ts';
import type { Seeded } from './seeded.ts';
import type { SimNetwork } from './sim-network.ts';
import type { Life, World } from './world.ts';

export const origin = 'https://service.example';
export const secret = { name: 'x-desk-secret', value: 'sim-secret-4711' };

/** The real desk, engine and all, on a real folder; only clock, chance, ids and the way out are the story's. */
export class SimDesk {
  readonly folder: string;
  readonly #machine: string;
  readonly #world: World;
  readonly #random: Seeded;
  readonly #network: SimNetwork;
  readonly faults: unknown[] = [];
  #life: Life = { over: true };
  #desk: ComposedDesk | null = null;
  #reading: Sqlite | null = null;
  /** desks that were killed: their connections are let go at the end, their folders are no longer the desk's */
  readonly #dead: (() => Promise<void>)[] = [];
  #ids = 0;
  #kills = 0;
  /** the newest copy of the database, where there is one */
  backup: string | null = null;

  constructor(world: World, random: Seeded, network: SimNetwork, folder: string) {
    this.#world = world;
    this.#random = random;
    this.#network = network;
    this.folder = folder;
    this.#machine = `${folder}-machine`;
  }

  get isOpen(): boolean {
    return this.#desk !== null;
  }

  /** Starts the program and lets it deliver. */
  async start(): Promise<void> {
    const life: Life = { over: false };
    this.#life = life;
    const world = this.#world;
    const timer = world.timerOf(life);
    this.#desk = composeDesk({
      folder: this.folder,
      settings: {},
      machine: this.#machine,
      wasThere: this.#kills > 0,
      giveUp: () => void this.faults.push(new Error('the desk gave itself up')),
      tell: () => undefined,
      clock: { now: world.now, monotonic: () => world.elapsed() + 0.25 },
      random: this.#random.next,
      timer,
      newId: () => `sim-${String(++this.#ids).padStart(8, '0')}`,
      soon: (run) => void timer.after(0, run),
      freeBytes: () => Promise.resolve(100e9),
      rest: () => Promise.resolve(),
      place: () => Promise.reject(new Error('this desk has no second place')),
      read: () => {
        throw new Error('nothing is imported');
      },
      readList: () => {
        throw new Error('no list is imported');
      },
      startThread: () => {
        throw new Error('nothing is imported');
      },
      startPractice: () => Promise.reject(new Error('this desk does not practise')),
      dispatcher: this.#network.wayOut(life),
      onFault: (error) => void this.faults.push(error),
    });
    this.#reading = openSqliteReader(join(this.folder, deskFile), deskMigrations);
    world.say('desk: starts');
    await this.ask('sync.start', { service: origin, account: '', secret, settings: {} });
  }

  /** Asks the desk as a screen does; never rejects. */
  async ask<N extends ProcedureName>(
    name: N,
    input: Input<N>,
  ): Promise<Result<Output<N>> | { ok: false; problem: Problem }> {
    const desk = this.#desk;
    if (!desk) return { ok: false, problem: { kind: 'desk-gone', message: 'not running' } };
    const asked = answer(desk.handlers, name, input, (error) => this.faults.push(error));
    this.#world.stir();
    return (await asked) as Result<Output<N>>;
  }

  /** Rows as they are on disk now. */
  rows<T>(sql: string, ...given: unknown[]): T[] {
    return (this.#reading?.prepare(sql).all(...given) ?? []) as T[];
  }

  /** The program is closed by a person: what is under way gets a moment. */
  async stop(): Promise<void> {
    const closing = this.#desk?.close();
    this.#desk = null;
    this.#world.say('desk: closes');
    this.#reading?.close();
    this.#reading = null;
    await closing;
    this.#life.over = true;
  }

  /**
   * The program is gone between two steps of its own. What it had written is what is found: the folder that the dead process
   * held is put aside, and a copy of its files takes its place.
   */
  kill(): void {
    this.#life.over = true;
    const dying = this.#desk;
    const reading = this.#reading;
    this.#desk = null;
    this.#reading = null;
    const aside = `${this.folder}-killed-${++this.#kills}`;
    renameSync(this.folder, aside);
    mkdirSync(this.folder, { mode: 0o700 });
    cpSync(aside, this.folder, {
      recursive: true,
      preserveTimestamps: true,
      filter: (from) => !from.endsWith('.lock'),
    });
    this.#world.say('desk: killed');
    this.#dead.push(async () => {
      reading?.close();
      // its timers are dead, and what it waited for never comes: only the connections are let go
      void dying?.close().catch(() => undefined);
      await Promise.resolve();
      rmSync(aside, { recursive: true, force: true });
    });
  }

  /** Copies the database while the desk works, as a person or a schedule has it done. */
  async backUp(to: string): Promise<void> {
    if (!this.#reading) return;
    try {
      this.backup = (await backUp(this.#reading, to, this.#world.now())).path;
      this.#world.say('desk: backed up');
    } catch (error) {
      // a clock that was set back gives a name that is taken
      if (!(error instanceof ProblemError)) throw error;
    }
  }

  /** The disk is gone, and with it what is newer than the backup, but for the journal where that was kept elsewhere. */
  async restoreFrom(backup: string, keepJournal: boolean): Promise<Restored> {
    this.kill();
    const journal = `${this.folder}-journal`;
    rmSync(journal, { recursive: true, force: true });
    if (keepJournal) renameSync(join(this.folder, journalFolder), journal);
    rmSync(this.folder, { recursive: true, force: true });
    const host = {
      now: this.#world.now,
      newId: () => `sim-${String(++this.#ids).padStart(8, '0')}`,
      rest: () => Promise.resolve(),
      machine: this.#machine,
    };
    const restored = await restore(backup, this.folder, keepJournal ? journal : null, host);
    await registerRestored(this.folder, [dirname(backup), ...(keepJournal ? [journal] : [])], host);
    this.#world.say(`desk: restored ${keepJournal ? 'with' : 'without'} its journal: ${JSON.stringify(restored)}`);
    return restored;
  }

  /** Lets go of everything; the folder stays. */
  async end(): Promise<void> {
    if (this.#desk) await this.stop();
    for (const bury of this.#dead) await bury();
  }
}
