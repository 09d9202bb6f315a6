import type { Service } from '../../electron/desk/workspaces/workspace-desk.ts';
import type { Turn, Usual } from './acts.ts';
import { entryOf, rowsOf, type Books } from './books.ts';
import type { Acting } from './clerk.ts';
import { nameOfEntry, type Fault, type Met } from './coverage.ts';
import { intrudeDuring, takeRightsBack } from './intruder.ts';
import { isRefusal, refuseCommits } from './lasting.ts';
import { createPeople, type People, type PersonAct } from './people.ts';
import { comesBackInDoubt, forgetNewer } from './restored.ts';
import type { Rules } from './rules.ts';
import { copyLive, makeFrom } from './sim-copies.ts';
import { headerName, origin, type SimNetwork } from './sim-network.ts';
import { SimPc } from './sim-pc.ts';
import type { SimService } from './sim-service.ts';
import { isSudden, suddenTurns } from './sudden.ts';
import type { Trade } from './trade.ts';
import { trialsOf, type Trials } from './trials.ts';
import { usualTurns } from './usual-turns.ts';
import type { World } from './world.ts';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';

const minute = 60_000;

export interface CounterHost {
  world: World;
  seed: number;
  /** what is entered here */
  trade: Trade;
  network: SimNetwork;
  service: SimService;
  books: Books;
  rules: Rules;
  met: Met;
  home: string;
  broken: (what: string) => void;
}

/** A counter with its PCs: the one in use, and those whose folders were restored elsewhere. */
export class Counter {
  readonly #host: CounterHost;
  #pcs: SimPc[] = [];
  #pc: SimPc;
  #people: People;
  #before: SimPc | null = null;
  #generations = 1;
  readonly #trials: Trials;
  readonly #usual: ReturnType<typeof usualTurns>;
  readonly #sudden: ReturnType<typeof suddenTurns>;
  entries = 0;

  constructor(host: CounterHost) {
    this.#host = host;
    this.#pc = this.#newPc();
    this.#people = this.#peopleAt(this.#pc);
    this.#trials = trialsOf({ ...host, pc: () => this.#pc, people: () => this.#people, each: this.each });
    this.#usual = usualTurns({
      ...host,
      pc: () => this.#pc,
      trials: this.#trials,
      each: this.each,
      hit: (fault) => this.#hit(fault),
      goLive: (pc, name, drafts) => this.#goLive(pc, name, drafts),
      giveSecret: (pc, value, name) => this.#giveSecret(pc, value, name),
      backUp: () => this.#backUp(),
      restore: (keepsJournal, beside, afterMs) => this.#restore(keepsJournal, beside, afterMs),
      reopen: () => this.#reopen(),
      intrude: (change) => intrudeDuring({ ...host, pc: this.#pc }, change),
      wrongService: () => this.#wrongService(),
    });
    this.#sudden = suddenTurns({
      ...host,
      pc: () => this.#pc,
      people: () => this.#people,
      trials: this.#trials,
      each: this.each,
      hit: (fault) => this.#hit(fault),
      lose: () => this.#restore(false, false, minute),
      see: (name) => this.#seeToIt(name),
    });
  }

  get pc(): SimPc {
    return this.#pc;
  }
  get pcs(): readonly SimPc[] {
    return this.#pcs;
  }
  get people(): People {
    return this.#people;
  }

  #newPc(): SimPc {
    const { world, seed, network, home, broken } = this.#host;
    const name = `pc${'i'.repeat(this.#pcs.length + 1)}`;
    const pc = new SimPc({
      world,
      seed,
      network,
      name,
      root: join(home, name),
      machine: join(home, 'machine'),
      onFault: (error) =>
        isRefusal(error)
          ? undefined
          : broken(
              `a fault of the desk: ${error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 6).join(' ') : String(error)}`,
            ),
      onShown: (what) => this.#shown(what),
      onKilledWithin: () => this.#hit('killed-within', pc),
    });
    this.#pcs.push(pc);
    return pc;
  }

  #peopleAt(pc: SimPc): People {
    const { world, network, service, books, home, trade, broken } = this.#host;
    return createPeople({
      world,
      pc,
      network,
      service,
      books,
      home,
      broken,
      trade,
      each: this.each,
      onSaved: () => (this.entries += 1),
    });
  }

  /** Rule 8: nothing that a screen is shown contains a secret. */
  #shown(what: unknown): void {
    const text = JSON.stringify(what);
    for (const secret of this.#host.network.secrets)
      if (text.includes(secret)) this.#host.broken(`rule 8: a screen was shown a secret in ${text.slice(0, 200)}`);
  }

  /** Checks the rules after each event. */
  each = (): void => {
    const { rules } = this.#host;
    for (const pc of this.#pcs) {
      pc.bury();
      if (!pc.isOpen) continue;
      rules.look(pc);
      const open = pc.writing();
      if (open > 1) this.#host.broken(`rule 2: ${open} desks of ${pc.host.name} work at once`);
    }
  };

  #hit(fault: Fault, pc = this.#pc): void {
    const { met } = this.#host;
    for (const { endpoint, key } of rowsOf(pc, 'settled_at IS NULL')) met.hit(nameOfEntry(endpoint, key), fault);
  }

  async open(): Promise<void> {
    await this.#begin(this.#pc);
    await this.#setUp(this.#pc);
    await this.#goLive(this.#pc);
  }

  async #begin(pc: SimPc, service: Service | null = null): Promise<void> {
    const { world, broken } = this.#host;
    const starting = pc.start(service);
    let reason = '';
    starting.catch((error: unknown) => {
      if (!isRefusal(error)) reason = `: ${String(error)}`;
    });
    const started = await world.runWhile(starting, 60_000, this.each);
    if (pc.bury()) return;
    if (!started || reason !== '') broken(`the desk does not start${reason}`);
  }

  /** Enters the service and its secret on a PC, as a person does. */
  async #setUp(pc: SimPc): Promise<void> {
    const { network } = this.#host;
    await pc.ask('settings.set', { values: { headerName } });
    await pc.ask('desk.setService', { commandId: `${pc.host.name}-service`, address: origin, account: '' });
    await this.#giveSecret(pc, network.secret, 'first');
  }

  async #giveSecret(pc: SimPc, value: string, name: string): Promise<void> {
    pc.secretGiven = value;
    await pc.ask('desk.setSecret', { commandId: `${pc.host.name}-secret-${name}`, value, confirmed: true });
  }

  async #goLive(pc: SimPc, name = 'first', drafts = false): Promise<void> {
    const { books } = this.#host;
    const asked = { commandId: `${pc.host.name}-live-${name}`, to: 'live', drafts } as const;
    const answer = await pc.ask('desk.switch', asked);
    if (!answer.ok) {
      const { kind, message } = answer.problem;
      // Without the home folder, whose path differs when the story is repeated.
      this.#host.world.say(`${pc.host.name}: does not go live: ${kind} ${message.replaceAll(this.#host.home, '')}`);
    }
    if (!answer.ok || !pc.canRead) return;
    await pc.ask('settings.set', { values: { headerName } });
    // Orders entered in practice are now here as drafts.
    if (drafts)
      for (const row of rowsOf(pc, `state = 'draft'`)) if (books.practised.has(entryOf(row))) books.bring(pc, row);
  }

  /** Starts the program if it is not running, as a person would. */
  async #seeThatItRuns(): Promise<void> {
    const pc = this.#pc;
    if (!pc.isOpen) {
      await this.#begin(pc);
      this.#host.rules.missing(pc);
    }
    await takeRightsBack(pc);
  }

  async act(what: PersonAct | Turn, acting: Acting): Promise<void> {
    await this.#seeThatItRuns();
    if (Object.hasOwn(this.#people.acts, what)) {
      if (what === 'setting') this.#hit('setting-saved');
      return this.#people.acts[what as PersonAct](acting);
    }
    const turn = isSudden(what) ? this.#sudden[what] : this.#usual[what as Usual];
    await turn(acting);
  }

  /** Resumes work in a folder that another one had replaced. */
  async #reopen(): Promise<void> {
    const old = this.#before;
    if (!old?.isOpen || old === this.#pc) return;
    const before = old.generation;
    old.generation = this.#generations += 1;
    const answer = await old.ask('desk.reopen', {});
    if (!answer.ok) return void (old.generation = before);
    comesBackInDoubt(old, this.#host.books, this.#host.broken);
    this.#host.world.say(`${old.host.name}: reopened, knowingly`);
    this.#before = this.#pc;
    this.#workAt(old);
    forgetNewer(old, this.#host.books, this.#host.broken);
    this.#hit('reopened');
  }

  /** A person runs a command on the wrong folder: practice orders must not be delivered. */
  async #wrongService(): Promise<void> {
    if (this.#pc.mode !== 'practice') return;
    const { world, network } = this.#host;
    const secret = { name: headerName, value: network.secret };
    const isBound = this.#pc.practisedAt !== null;
    const answer = await this.#pc.command('sync.start', { service: origin, account: '', secret });
    // A folder in which nothing was practised yet is not bound to a service.
    if (answer.ok)
      await (isBound ? world.runUntil(world.elapsed() + minute, this.each) : this.#goLive(this.#pc, 'new'));
  }

  async #backUp(): Promise<void> {
    const { world, home } = this.#host;
    if (this.#pc.mode !== 'live') return;
    await world.runWhile(copyLive(this.#pc, join(home, 'backups')), minute, this.each);
  }

  /** Restores the folder on another PC from its backup and what the journal has beyond it. */
  async #restore(keepsJournal: boolean, beside: boolean, afterMs: number): Promise<void> {
    const { world, home, books, rules, broken } = this.#host;
    const old = this.#pc;
    const { backup } = old;
    if (backup === null || old.mode !== 'live' || !old.canRead) return;
    const unbound = old.rows<{ value: string }>(`SELECT value FROM fact WHERE name = 'target'`).length === 0;
    for (const row of rowsOf(old, 'maybe_twice = 1')) books.saysTwice(old, row);
    if (!beside) old.kill();
    const journal = keepsJournal ? join(home, `journal-${this.#pcs.length}`) : null;
    if (journal !== null) {
      if (!existsSync(old.journal)) return;
      cpSync(old.journal, journal, { recursive: true });
    }
    this.#hitAll(old, beside ? 'restored-beside' : keepsJournal ? 'restored-with-journal' : 'restored-without');
    const pc = this.#newPc();
    pc.generation = this.#generations += 1;
    books.carry(old, pc);
    await world.runWhile(makeFrom(pc, backup, journal), minute, this.each);
    await world.runUntil(world.elapsed() + afterMs, this.each);
    this.#before = old;
    // If the backup had no target yet, a person enters where the folder delivers.
    await this.#begin(pc, unbound ? { address: origin, account: '' } : null);
    if (!pc.isOpen) return;
    comesBackInDoubt(pc, books, broken);
    pc.backup = null;
    this.#workAt(pc);
    await this.#setUp(pc);
    if (pc.mode !== 'live') await this.#goLive(pc, 'restored-too');
    if (keepsJournal) rules.missing(pc);
    else forgetNewer(pc, books, broken);
  }

  #hitAll(pc: SimPc, fault: Fault): void {
    for (const { content } of this.#host.books.savedAt(pc).values())
      this.#host.met.hit(nameOfEntry(content.endpoint, content.key), fault);
  }

  #workAt(pc: SimPc): void {
    [this.#pc.leftAt, pc.leftAt] = [this.#host.world.elapsed(), null];
    this.#pc = pc;
    this.#people = this.#peopleAt(pc);
    this.#host.rules.skip(pc);
  }

  /** Makes sure that the desk runs, is live and has the secret. */
  async #seeToIt(when: string): Promise<void> {
    const { network } = this.#host;
    refuseCommits('', 0);
    await this.#seeThatItRuns();
    if (this.#pc.mode !== 'live') await this.#goLive(this.#pc, when);
    if (this.#pc.secretGiven !== network.secret) await this.#giveSecret(this.#pc, network.secret, when);
  }

  /** What the last person to go home does. */
  async callItADay(): Promise<void> {
    await this.#seeToIt('evening');
    if (this.#pc.isOpen && this.#pc.mode !== 'live')
      this.#host.broken('rule 3: what waits is not delivered: it is never live');
    await this.#pc.ask('settings.set', { values: { alwaysAsk: false, holdSeconds: 5, concurrency: 4 } });
    await this.#seeThatItRuns();
  }

  /** When all faults have ended, nothing may keep the desk from sending. */
  async goesOn(): Promise<void> {
    const status = await this.#pc.ask('sync.status', {});
    if (status.ok && status.value.connection === 'paused')
      this.#host.broken(`rule 3: the sync is paused, 20 minutes after all was well: ${status.value.pause?.why}`);
  }

  isQuiet(): boolean {
    return rowsOf(this.#pc, `settled_at IS NULL AND state NOT IN ('refused', 'draft')`).length === 0;
  }

  async end(): Promise<void> {
    for (const pc of this.#pcs) await pc.end();
  }
}
