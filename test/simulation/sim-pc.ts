import { journalFolder } from '../../electron/copies/journal/read-journal.ts';
import { answerCalls, createCallScope, type AnsweredCalls } from '../../electron/desk/calls/answer-calls.ts';
import { createPinThrottle } from '../../electron/desk/calls/pin-throttle.ts';
import { deskHandlers } from '../../electron/desk/workspaces/desk-handlers.ts';
import type { OpenDesks } from '../../electron/desk/workspaces/open-desks.ts';
import type { SwitchingDesk } from '../../electron/desk/workspaces/switching-desk.ts';
import type { Service } from '../../electron/desk/workspaces/workspace-desk.ts';
import { createMemorySecrets } from '../../electron/platform/secret-store.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openSqliteReader } from '../../electron/storage/database/open-sqlite.ts';
import {
  folderOfMode,
  hostFolderOf,
  type Mode,
  type WorkspaceState,
} from '../../electron/storage/register/workspace-folders.ts';
import type { Input, Output, ProcedureName } from '../../shared/contract/desk-contract.ts';
import type { Problem } from '../../shared/contract/problem.ts';
import { listenToWhatLasts } from './lasting.ts';
import { LiveRows } from './live-rows.ts';
import { openOnPc } from './open-on-pc.ts';
import { chanceOf } from './seeded.ts';
import { simDesks, type OpenedDesk } from './sim-desks.ts';
import type { SimNetwork } from './sim-network.ts';
import type { Life, World } from './world.ts';
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type Asked<T> = { ok: true; value: T } | { ok: false; problem: Problem };

export interface PcHost {
  world: World;
  seed: number;
  network: SimNetwork;
  /** its name in the story */
  name: string;
  /** contains the data folders of practice and live, or is the restored folder */
  root: string;
  /** folder for data of the machine, shared by all roots on it */
  machine: string;
  onFault: (error: unknown) => void;
  /** receives every event and answer that reaches a screen */
  onShown: (what: unknown) => void;
  /** called after a kill in the middle of an operation; the data on disk can still be read */
  onKilledWithin: () => void;
}

const gone: Asked<never> = { ok: false, problem: { kind: 'desk-gone', message: 'not running' } };
const answerTimeoutMs = 60_000;
const lookedAtAfterClosingMs = 20_000;
/** These reschedule the sync or make it retry at once, so earlier waits no longer apply. */
const beginsAnew: readonly string[] = [
  'sync.now',
  'entry.tryNow',
  'settings.set',
  'desk.setSecret',
  'desk.setService',
  'desk.switch',
  'desk.reopen',
];

/**
 * A PC at a counter: the real desk of practice and live, including the engine, on real folders. The story provides the
 * clock, random numbers, ids and the network.
 */
export class SimPc {
  readonly host: PcHost;
  readonly #secrets = createMemorySecrets();
  #life: Life = { over: true };
  #desk: SwitchingDesk | null = null;
  #calls: Pick<AnsweredCalls, 'call' | 'callFromScreen'> = {
    call: () => Promise.resolve(gone),
    callFromScreen: () => Promise.resolve(gone),
  };
  #place: WorkspaceState | null = null;
  #opened: OpenedDesk[] = [];
  readonly #live = new LiveRows();
  /** whether an event about entries came since the last check */
  hasNews = true;
  /** releases what killed programs hold, at the end of the story */
  readonly #dead: (() => void)[] = [];
  #lives = 0;
  #ids = 0;
  #kills = 0;
  /** when (ms) a person last rescheduled the sync or made it retry at once */
  #rescheduledAt = 0;
  #dying: { after: number; aside: string | null } | null = null;
  mode: Mode = 'practice';
  /** generation of its folder; restoring or reopening starts a new one */
  generation = 1;
  /** when (ms) another folder replaced its own; null: never */
  leftAt: number | null = null;
  /** the secret that a person entered last */
  secretGiven = '';
  /** called at each step with which the host changes the open folder */
  atStep: (() => void) | null = null;
  /** an operator with rights is registered at it */
  isGuarded = false;
  /** path of the newest backup of the live database */
  backup: string | null = null;

  constructor(host: PcHost) {
    this.host = host;
  }

  get isOpen(): boolean {
    return this.#desk !== null && !this.#life.over;
  }
  get folder(): string {
    return this.#place ? folderOfMode(this.host.root, this.#place, 'live') : this.host.root;
  }

  /** Where practice entries were delivered; null: nowhere yet. */
  get practisedAt(): string | null {
    const path = this.#place ? join(folderOfMode(this.host.root, this.#place, 'practice'), deskFile) : '';
    if (!existsSync(path)) return null;
    const db = openSqliteReader(path, deskMigrations);
    const bound = db.prepare<[], { value: string }>(`SELECT value FROM fact WHERE name = 'target'`).get();
    db.close();
    return bound?.value ?? null;
  }

  newId = (): string => {
    this.#ids += 1;
    const { name, seed } = this.host;
    const machine = (seed % 65536).toString(16).padStart(4, '0');
    const pc = name.length.toString(16).padStart(4, '0');
    return `${String(this.#lives).padStart(8, '0')}-${machine}-4000-${pc}-${this.#ids.toString(16).padStart(12, '0')}`;
  };

  /** Starts the program, which continues as it was left, or goes live with the given service. */
  async start(service: Service | null = null): Promise<void> {
    const { world, seed, name, machine, network, onFault, onShown } = this.host;
    const { closing = false, closed = false } = this.#life;
    const life: Life = { over: false, ...(closing && closed && !service ? { before: this.#life } : {}) };
    this.#life = life;
    this.#lives += 1;
    const opened: OpenedDesk[] = [];
    this.#opened = opened;
    const desks = simDesks({
      world,
      life,
      machine,
      random: chanceOf(seed, `${name} life ${this.#lives}`).next,
      newId: this.newId,
      dispatcher: network.dispatcher(
        life,
        () => this.#alwaysAsks(),
        () => this.#rescheduledAt,
        this,
      ),
      onFault: (error) => (life.over ? undefined : onFault(error)),
      opened,
    });
    const desk = await openOnPc(this.host, {
      life,
      desks: this.#stepwise(desks),
      secrets: this.#secrets,
      service,
      onPlace: (place) => (this.#place = place),
      onEvent: (event) => {
        if (event.kind === 'entries') this.hasNews = true;
        onShown(event);
      },
    });
    if (life.over) return;
    this.#desk = desk;
    this.#calls = this.#callsOf(desk, life);
    this.mode = (await desk.state()).mode;
    this.#read();
  }

  #read(): void {
    this.#live.close();
    this.hasNews = true;
    if (this.mode === 'live') this.#live.open(this.folder);
  }

  #stepwise({ openAsOwner: keep, openForReading: read }: OpenDesks): OpenDesks {
    const step = (): void => this.atStep?.();
    return {
      openForReading: read,
      openAsOwner: async (options) => {
        step();
        const opened = await keep(options);
        step();
        return {
          ...opened,
          ask: (name, input) => {
            step();
            return opened.ask(name, input);
          },
          close: () => {
            step();
            return opened.close();
          },
        };
      },
    };
  }

  /** The calls available to a screen. */
  get calls(): Pick<AnsweredCalls, 'call' | 'callFromScreen'> {
    return this.#calls;
  }

  #callsOf(desk: SwitchingDesk, life: Life): AnsweredCalls {
    const { world, root, onFault } = this.host;
    const after = (ms: number, run: () => void): void => void world.after(ms, run, life);
    const { callInScope: ask, runWithinCall: within } = createCallScope(desk);
    // No screen tests a connection in a story.
    const own = deskHandlers(desk, ask, () => Promise.resolve());
    const pins = createPinThrottle({ folder: hostFolderOf(root), now: world.now, after, report: onFault });
    return answerCalls(desk, { ownHandlers: own, runWithinCall: within, pinThrottle: pins, report: onFault, after });
  }

  /** Calls the desk as a screen does; never rejects. If the program dies first, no answer arrives. */
  async ask<N extends ProcedureName>(name: N, input: Input<N>): Promise<Asked<Output<N>>> {
    const desk = this.#desk;
    const life = this.#life;
    if (!desk || life.over) return gone;
    if (beginsAnew.includes(name)) this.#rescheduledAt = this.host.world.elapsed();
    // An open connection would count as the owner of the folder.
    if (name === 'desk.switch' || name === 'desk.reopen') this.#live.close();
    const asked = this.#calls.callFromScreen(name, input);
    const ended = await this.host.world.runWhile(asked, answerTimeoutMs);
    this.#bury();
    if (life.over || !ended) return gone;
    const result = (await asked) as Asked<Output<N>>;
    this.host.onShown(result);
    if (name === 'desk.switch' || name === 'desk.reopen') {
      this.mode = (await desk.state()).mode;
      this.#read();
    }
    return result;
  }

  /** Forwards a command of the command line to the desk that has the folder open. */
  async command<N extends ProcedureName>(name: N, input: Input<N>): Promise<Asked<Output<N>>> {
    const desk = this.#desk;
    if (!desk || this.#life.over) return gone;
    const asked = this.#calls.call(name, input);
    const ended = await this.host.world.runWhile(asked, answerTimeoutMs);
    this.#bury();
    return this.#life.over || !ended ? gone : ((await asked) as Asked<Output<N>>);
  }

  /** Calls of a screen that arrive together. */
  async askTogether<N extends ProcedureName>(name: N, inputs: readonly Input<N>[]): Promise<Asked<Output<N>>[]> {
    const desk = this.#desk;
    const life = this.#life;
    if (!desk || life.over) return inputs.map(() => gone);
    const asked = Promise.all(inputs.map((input) => this.#calls.call(name, input)));
    const ended = await this.host.world.runWhile(asked, answerTimeoutMs);
    this.#bury();
    return life.over || !ended ? inputs.map(() => gone) : ((await asked) as Asked<Output<N>>[]);
  }

  /** Number of desks that this program has open for writing, not counting those being closed. */
  writing = (): number => this.#opened.length;

  /** Rows of the live folder, as they are on disk now. */
  rows<T>(sql: string, ...given: unknown[]): T[] {
    return this.#live.all(sql, ...given);
  }
  #alwaysAsks(): boolean {
    return this.rows<{ value: string }>(`SELECT value FROM setting WHERE name = 'alwaysAsk'`)[0]?.value === 'true';
  }
  /** How often it was started. */
  get starts(): number {
    return this.#lives;
  }
  get canRead(): boolean {
    return this.#live.isOpen;
  }

  /**
   * Closes the program while a call of a screen is under way; nothing may happen after it reports that it is closed.
   */
  async closeBeside(something: () => Promise<unknown>): Promise<void> {
    const desk = this.#desk;
    const { world } = this.host;
    if (!desk || this.#life.over) return;
    void something();
    const life = this.#life;
    this.#desk = null;
    world.say(`${this.host.name}: closes beside something else`);
    this.#live.close();
    life.closing = true;
    life.closed = await world.runWhile(desk.close(), 10_000);
    await world.runUntil(world.elapsed() + lookedAtAfterClosingMs);
    life.over = true;
    for (const { dispose } of this.#opened) dispose();
  }

  /** A person closes the program; what is under way gets a moment. */
  async stop(): Promise<void> {
    const desk = this.#desk;
    this.#desk = null;
    this.host.world.say(`${this.host.name}: closes`);
    this.#live.close();
    const life = this.#life;
    life.closing = true;
    if (desk) life.closed = await this.host.world.runWhile(desk.close(), 10_000);
    life.over = true;
    for (const { dispose } of this.#opened) dispose();
  }

  /** Kills the program between two steps; what it had written remains. */
  kill(): void {
    if (!this.#desk && this.#life.over) return;
    this.#dying = null;
    listenToWhatLasts(null);
    this.#die(this.#aside());
  }

  /** Arms a kill after `lasting` more durable changes, so that the program ends in the middle of an operation. */
  killAfter(lasting: number): void {
    this.#dying = { after: lasting, aside: null };
    const life = this.#life;
    listenToWhatLasts((path) => {
      const dying = this.#dying;
      if (!dying || dying.aside !== null || life.over) return;
      if (path !== 'file' && !path.startsWith(this.host.root)) return;
      dying.after -= 1;
      if (dying.after > 0) return;
      dying.aside = `${this.host.root}-found-${this.#kills + 1}`;
      copyFolder(this.host.root, dying.aside);
      life.over = true;
    });
  }

  /** Completes a kill in the middle of an operation; called between two events. */
  #bury(): void {
    const found = this.#dying?.aside ?? null;
    if (found === null) return;
    this.#dying = null;
    listenToWhatLasts(null);
    this.host.onKilledWithin();
    const aside = this.#aside();
    renameSync(found, this.host.root);
    this.#die(aside, true);
  }
  bury(): boolean {
    const dies = this.#dying !== null && this.#dying.aside !== null;
    this.#bury();
    return dies;
  }

  #aside(): string {
    const aside = `${this.host.root}-killed-${++this.#kills}`;
    renameSync(this.host.root, aside);
    return aside;
  }

  #die(aside: string, isThere = false): void {
    this.#life.over = true;
    const [opened, closeLive] = [this.#opened, this.#live.leave()];
    this.#desk = null;
    if (!isThere) copyFolder(aside, this.host.root);
    this.host.world.say(`${this.host.name}: killed`);
    this.#dead.push(() => {
      closeLive();
      for (const { dispose } of opened) dispose();
      rmSync(aside, { recursive: true, force: true });
    });
  }

  get journal(): string {
    return join(this.folder, journalFolder);
  }

  /** Releases everything; the folders remain. */
  async end(): Promise<void> {
    listenToWhatLasts(null);
    this.#bury();
    if (this.#desk) await this.stop();
    for (const dispose of this.#dead) dispose();
  }
}

/** Lock files are left out, because a lock belongs to the process that held it. */
function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, filter: (path) => !path.endsWith('.lock') });
}
