import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ProblemError } from '../../shared/problem.ts';
import type { Service } from '../../electron/two-folders/one-folder.ts';
import { entryOf, rowsOf, versionOf, type Books } from './books.ts';
import type { Fault, Met } from './coverage.ts';
import { calm, weatherOf, type Fate } from './fates.ts';
import { isRefusal, refuseCommits } from './lasting.ts';
import { createPeople, type Acting, type People, type PersonAct } from './people.ts';
import type { Turn } from './plan.ts';
import { readAnew, type Rules } from './rules.ts';
import { headerName, origin, type SimNetwork } from './sim-network.ts';
import { SimPc } from './sim-pc.ts';
import type { SimService } from './sim-service.ts';
import type { World } from './world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Faults that all of the desk feels, so that nobody may expect an unrelated entry to go. */
const feltByAll: readonly (Fate | 'unauthorized')[] = [
  'no-name',
  'no-connection',
  'tls',
  'lost-before',
  'lost-after',
  'late',
  'hangs-before',
  'hangs-after',
  'cut',
  'portal',
  'page-after',
  'long-text',
  'redirect',
  'unauthorized',
];

export interface CounterHost {
  world: World;
  seed: number;
  network: SimNetwork;
  service: SimService;
  books: Books;
  rules: Rules;
  met: Met;
  home: string;
  broken: (what: string) => void;
}

/** A counter with its PCs: the one worked at, and those whose folders were restored elsewhere. */
export class Counter {
  readonly #host: CounterHost;
  #pcs: SimPc[] = [];
  #pc: SimPc;
  #people: People;
  #before: SimPc | null = null;
  #felt = 0;
  entries = 0;

  constructor(host: CounterHost) {
    this.#host = host;
    this.#pc = this.#newPc();
    this.#people = this.#peopleAt(this.#pc);
  }

  get pc(): SimPc {
    return this.#pc;
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
        isRefusal(error) || this.#isOfDisk(error)
          ? undefined
          : broken(
              `a fault of the desk: ${error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 6).join(' ') : String(error)}`,
            ),
      onShown: (what) => this.#shown(what),
    });
    this.#pcs.push(pc);
    return pc;
  }

  #isOfDisk = (error: unknown): boolean => error instanceof ProblemError && error.problem.kind === 'disk';

  #peopleAt(pc: SimPc): People {
    const { world, network, service, books, home, broken } = this.#host;
    return createPeople({ world, pc, network, service, books, home, broken, onSaved: () => (this.entries += 1) });
  }

  /** Rule 8: nothing that a screen is shown holds a secret. */
  #shown(what: unknown): void {
    const text = JSON.stringify(what);
    for (const secret of this.#host.network.secrets)
      if (text.includes(secret)) this.#host.broken(`rule 8: a screen was shown a secret in ${text.slice(0, 200)}`);
  }

  heard(_endpoint: number, fate: Fate | 'unauthorized'): void {
    if (feltByAll.includes(fate)) this.#felt = this.#host.world.elapsed();
  }

  /** Looks after each event at what has happened. */
  each = (): void => {
    const { rules } = this.#host;
    for (const pc of this.#pcs) {
      if (pc.bury()) this.#hit('killed-within');
      if (!pc.isOpen) continue;
      rules.look(pc);
      const open = pc.writing();
      if (open > 1) this.#host.broken(`rule 2: ${open} desks of ${pc.host.name} work at once`);
    }
  };

  #hit(fault: Fault): void {
    const { met } = this.#host;
    for (const { key } of rowsOf(this.#pc, 'settled_at IS NULL')) met.hit(key, fault);
  }

  async open(): Promise<void> {
    await this.#begin(this.#pc);
    await this.#setUp(this.#pc);
    await this.#goLive(this.#pc);
  }

  async #begin(pc: SimPc, service: Service | null = null): Promise<void> {
    const { world, broken } = this.#host;
    const started = await world.runWhile(pc.start(service), 60_000, this.each);
    if (pc.bury()) return;
    if (!started) broken('the desk does not start');
    this.#felt = world.elapsed();
  }

  /** The service and its secret, as a person gives them to a PC. */
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
    if (!answer.ok)
      this.#host.world.say(`${pc.host.name}: does not go live: ${answer.problem.kind} ${answer.problem.message}`);
    if (!answer.ok || !pc.canRead) return;
    await pc.ask('settings.set', { values: { headerName } });
    // what was typed in practice lies here now as drafts
    if (drafts)
      for (const row of rowsOf(pc, `state = 'draft'`))
        if (books.asked.get(entryOf(row)) === 'practice') books.asked.set(entryOf(row), 'draft');
  }

  /** Starts a program that is not running, as whoever finds it so does. */
  async #seeThatItRuns(): Promise<void> {
    const pc = this.#pc;
    if (pc.isOpen) return;
    await this.#begin(pc);
    this.#host.rules.missing(pc);
  }

  async act(what: PersonAct | Turn, acting: Acting): Promise<void> {
    await this.#seeThatItRuns();
    if (Object.hasOwn(this.#people.acts, what)) {
      if (what === 'setting') this.#hit('setting-saved');
      return this.#people.acts[what as PersonAct](acting);
    }
    const turn = this.#turns[what as Turn];
    await turn(acting);
  }

  readonly #turns: Record<Turn, (acting: Acting) => Promise<void> | void> = {
    weather: ({ chance }) => void (this.#host.network.weather = weatherOf(chance)),
    calm: () => void (this.#host.network.weather = calm),
    outage: ({ chance }) => {
      const { world, network } = this.#host;
      world.say('world: outage');
      this.#hit('outage');
      network.down = true;
      world.after(chance.between(1000, 20 * minute), () => {
        network.down = false;
        this.#felt = world.elapsed();
      });
    },
    ill: ({ chance }) => this.#illness(chance),
    kill: async ({ chance }) => {
      const { world } = this.#host;
      this.#hit('killed');
      this.#pc.kill();
      if (chance.chance(0.4)) this.#pc.tearJournal();
      await world.runUntil(world.elapsed() + chance.between(0, 5 * minute), this.each);
    },
    'kill-within': ({ chance }) => this.#pc.killAfter(1 + chance.below(40)),
    close: async ({ chance }) => {
      const { world } = this.#host;
      this.#hit('closed');
      await this.#pc.stop();
      await world.runUntil(world.elapsed() + chance.between(0, 5 * minute), this.each);
    },
    clock: ({ chance }) => {
      const by = chance.one([-day, -minute, minute, 7 * day]);
      this.#host.world.say(`world: the clock is set by ${by / minute} minutes`);
      this.#hit(by < 0 ? 'clock-back' : 'clock-forward');
      this.#host.world.setClockBy(by);
      this.#felt = this.#host.world.elapsed();
    },
    backup: () => this.#backUp(),
    loss: async ({ chance }) => {
      const keepsJournal = chance.chance(0.6);
      if (this.#pc.backup === null) await this.#backUp();
      else await this.#restore(keepsJournal, false, chance.between(0, 30 * minute));
    },
    beside: async () => {
      if (this.#pc.backup === null) await this.#backUp();
      else await this.#restore(true, true, 0);
    },
    reopen: async () => {
      const old = this.#before;
      if (!old?.isOpen || old === this.#pc) return;
      const answer = await old.ask('desk.reopen', {});
      if (!answer.ok) return;
      this.#host.world.say(`${old.host.name}: reopened, knowingly`);
      this.#before = this.#pc;
      this.#workAt(old);
      this.#hit('reopened');
    },
    rotate: ({ chance }) => {
      const { network, world } = this.#host;
      const before = network.secret;
      network.secret = `sim-secret-${chance.below(1e9)}`;
      network.secrets.add(network.secret);
      world.say('service: takes another secret');
      // somebody at the service thinks better of it, where nobody here has done anything yet
      const taken = network.secret;
      const takeBack = (): void => {
        if (network.secret === taken && this.#pc.secretGiven === before) network.secret = before;
      };
      if (chance.chance(0.5)) world.after(chance.between(minute, 40 * minute), takeBack);
      this.#hit('unauthorized');
    },
    secret: async ({ name }) => {
      this.#hit('secret-saved');
      await this.#giveSecret(this.#pc, this.#host.network.secret, name);
    },
    switch: async ({ name, chance }) => {
      this.#hit('mode-switched');
      if (this.#pc.mode === 'practice') return this.#goLive(this.#pc, name, chance.chance(0.5));
      await this.#pc.ask('desk.switch', { commandId: `${name}-practice`, to: 'practice', drafts: false });
    },
    'switch-fails': async ({ name }) => {
      const { root } = this.#pc.host;
      this.#hit('mode-switched');
      const blocks = join(root, 'host', 'host.json.new');
      const to = this.#pc.mode === 'practice' ? 'live' : 'practice';
      mkdirSync(blocks, { recursive: true });
      await this.#pc.ask('desk.switch', { commandId: `${name}-fails`, to, drafts: false });
      this.each();
      rmSync(blocks, { recursive: true, force: true });
      await this.#pc.ask('desk.switch', { commandId: `${name}-back`, to: 'live', drafts: false });
    },
    'wrong-service': () => this.#wrongService(),
    'full-disk': ({ chance }) => {
      this.#hit('disk-full');
      this.#host.world.say('world: the disk is full for a moment');
      refuseCommits(this.#pc.host.root, 1 + chance.below(14));
    },
  };

  /** As whoever types a command for the wrong folder: what was typed for training must not be delivered. */
  async #wrongService(): Promise<void> {
    if (this.#pc.mode !== 'practice') return;
    const secret = { name: headerName, value: this.#host.network.secret };
    const answer = await this.#pc.command('sync.start', { service: origin, account: '', secret });
    // a folder in which nothing was practised yet is bound to nothing
    if (answer.ok) await this.#goLive(this.#pc, 'unpractised');
  }

  async #backUp(): Promise<void> {
    const { world, home } = this.#host;
    if (this.#pc.mode !== 'live') return;
    await world.runWhile(this.#pc.backUp(join(home, 'backups')), minute, this.each);
  }

  /** One endpoint, or two, fare badly for a while, everything else well: nothing else may wait for them. */
  #illness({ one, chance, between }: Acting['chance']): void {
    const { world, network, rules } = this.#host;
    const pc = this.#pc;
    const ill = chance(0.7) ? [one([1, 2, 6, 7, 8, 9, 10, 15])] : [one([2, 6]), one([1, 9]), one([16, 18])];
    const fate = one(['error-before', 'error-wait', 'too-many', 'slow', 'error-after', 'forbidden'] as const);
    const lastsMs = between(5 * minute, 25 * minute);
    world.say(`service: ${ill.join()} is ill: ${fate}`);
    this.#hit('ill-endpoint');
    network.weather = calm;
    for (const endpoint of ill) network.ill.set(endpoint, fate);
    world.after(lastsMs, () => {
      const began = world.elapsed() - lastsMs;
      const isClear = pc === this.#pc && pc.isOpen && pc.mode === 'live' && !network.down && network.weather === calm;
      const isSettled = this.#felt < world.elapsed() - 5 * minute && began >= 0;
      if (isClear && isSettled && network.ill.size === ill.length)
        rules.delayed(
          pc,
          `asks IS NULL AND maybe_taken = 0 AND tries = 0 AND endpoint NOT IN (${ill.join()}) AND captured_at BETWEEN ${world.now() - 5 * minute} AND ${world.now() - 2 * minute} AND (wait_set_at IS NULL OR due_at < ${world.now() - 2 * minute})`,
          `behind ${ill.join()}, which the service does not take`,
        );
      for (const endpoint of ill) network.ill.delete(endpoint);
    });
  }

  /** The folder is made anew elsewhere: from its backup, and what the journal has beyond it. */
  async #restore(keepsJournal: boolean, beside: boolean, afterMs: number): Promise<void> {
    const { world, home, books, rules } = this.#host;
    const old = this.#pc;
    const { backup } = old;
    if (backup === null || old.mode !== 'live' || !old.canRead) return;
    const unbound = old.rows<{ value: string }>(`SELECT value FROM fact WHERE name = 'target'`).length === 0;
    if (!beside) old.kill();
    const journal = keepsJournal ? join(home, `journal-${this.#pcs.length}`) : null;
    if (journal !== null) {
      if (!existsSync(old.journal)) return;
      cpSync(old.journal, journal, { recursive: true });
    }
    this.#hitAll(old, beside ? 'restored-beside' : keepsJournal ? 'restored-with-journal' : 'restored-without');
    const pc = this.#newPc();
    books.carry(old, pc);
    await world.runWhile(pc.restoreFrom(backup, journal), minute, this.each);
    await world.runUntil(world.elapsed() + afterMs, this.each);
    this.#before = old;
    // where the backup had delivered nowhere yet, a person says where the folder delivers
    await this.#begin(pc, unbound ? { address: origin, account: '' } : null);
    if (!pc.isOpen) return;
    pc.backup = null;
    this.#workAt(pc);
    await this.#setUp(pc);
    if (pc.mode !== 'live') await this.#goLive(pc, 'restored-too');
    if (keepsJournal) rules.missing(pc);
    else this.#forgetNewer(pc);
  }

  /** What a folder that was lost with its journal cannot know: people look at what is there. */
  #forgetNewer(pc: SimPc): void {
    const { books } = this.#host;
    const rows = new Map(rowsOf(pc, 'true').map((row) => [row.id, row]));
    for (const [id, known] of books.savedAt(pc)) {
      const row = rows.get(id);
      if (!row) {
        books.savedAt(pc).delete(id);
        continue;
      }
      readAnew(known, row);
      if (!known.withdrawn) books.withdrawn.delete(entryOf(row));
      books.versions.get(entryOf(row))?.add(versionOf(row));
    }
  }

  #hitAll(pc: SimPc, fault: Fault): void {
    for (const { content } of this.#host.books.savedAt(pc).values()) this.#host.met.hit(content.key, fault);
  }

  #workAt(pc: SimPc): void {
    this.#pc = pc;
    this.#people = this.#peopleAt(pc);
    this.#host.rules.skip(pc);
  }

  /** Whoever goes home last sees to it that the desk runs, is live, and has the secret. */
  async callItADay(): Promise<void> {
    const { network } = this.#host;
    refuseCommits('', 0);
    await this.#seeThatItRuns();
    if (this.#pc.mode !== 'live') await this.#goLive(this.#pc, 'evening');
    if (this.#pc.secretGiven !== network.secret) await this.#giveSecret(this.#pc, network.secret, 'evening');
    await this.#pc.ask('settings.set', { values: { alwaysAsk: false, holdSeconds: 5, concurrency: 4 } });
    await this.#seeThatItRuns();
  }

  isQuiet(): boolean {
    return rowsOf(this.#pc, `settled_at IS NULL AND state NOT IN ('refused', 'draft')`).length === 0;
  }

  async end(): Promise<void> {
    for (const pc of this.#pcs) await pc.end();
  }
}
