import type { Account, Effect } from './accounts.ts';
import { acts, arrows, type Arrow } from './arrows.ts';
import { bodyOf, entryOf, listed, ofKey, rowsOf, these, versionOf, type Books, type Row, type Saved } from './books.ts';
import { nameOfEntry, type Met } from './coverage.ts';
import { ordering } from './ordering.ts';
import type { SimNetwork } from './sim-network.ts';
import type { SimPc } from './sim-pc.ts';
import type { SimService } from './sim-service.ts';

interface Step {
  seq: number;
  entry: number;
  event: string;
  from_state: string | null;
  to_state: string;
  who: string;
}

export interface RulesHost {
  books: Books;
  met: Met;
  service: () => SimService;
  network: () => SimNetwork;
  broken: (what: string) => void;
  /** the PC in use */
  pc: () => SimPc;
}

/** The rules of section 9 of the design, checked against the service's own ledger as things happen. */
export class Rules {
  readonly #host: RulesHost;
  readonly #ordering: ReturnType<typeof ordering>;
  /** by PC: the last history step that was checked */
  readonly #looked = new WeakMap<SimPc, number>();

  constructor(host: RulesHost) {
    this.#host = host;
    this.#ordering = ordering(host);
  }

  /**
   * Rules 2 and 3, at each effect: nothing twice, nothing that was not submitted, nothing before what it depends on.
   */
  onEffect(account: Account, effect: Effect): void {
    const { books, broken } = this.#host;
    const { entry, endpoint, version } = effect;
    const what = `${endpoint} ${account.key} (${version})`;
    const { needs, further = false, key = account.key } = books.contents.get(entry) ?? {};
    if (key !== account.key) broken(`rule 2: ${what} was sent under another key than ${key}`);
    // Each correction of a further order requests another further one.
    const times = account.effects.filter(
      (one) => one.entry === entry && one.endpoint === endpoint && (!further || one.version === version),
    ).length;
    if (books.notSaved.has(entry)) broken(`rule 1: ${what} was told as not saved, and was sent`);
    if (times > 1 && endpoint !== 7) broken(`rule 2: ${what} took effect ${times} times`);
    const asked = books.asked.get(entry);
    if (asked === 'practice') broken(`rule 3: ${what} was meant for practice and reached the service`);
    if (asked === 'draft') broken(`rule 2: ${what} is a draft and was sent`);
    if (books.withdrawn.has(entry)) broken(`rule 2: ${what} was withdrawn and was sent`);
    const versions = books.versions.get(entry);
    if (versions && !versions.has(version)) broken(`rule 1: ${what} took effect with a content that was changed since`);
    if (needs !== undefined && !books.dispose.has(entry)) this.#ordering.afterNeeded(what, account, needs);
  }

  onPractised(effect: Effect, key: string): void {
    if (!this.#host.books.practised.has(effect.entry))
      this.#host.broken(`rule 3: ${key} was meant for the service and reached practice`);
  }

  /**
   * Checks the history steps since the last call: each is a transition of the table, and its result matches the
   * service's records.
   */
  look(pc: SimPc): void {
    if (!pc.hasNews) return;
    pc.hasNews = false;
    const { met, broken } = this.#host;
    const after = this.#looked.get(pc) ?? 0;
    const steps = pc.rows<Step>(
      'SELECT seq, entry, event, from_state, to_state, who FROM history WHERE seq > ? ORDER BY seq',
      after,
    );
    if (steps.length === 0) return;
    this.#looked.set(pc, steps.at(-1)?.seq ?? after);
    const rows = new Map(rowsOf(pc, `seq IN ${these}`, listed(steps.map(({ entry }) => entry))).map((r) => [r.seq, r]));
    for (const { entry, event, from_state, to_state } of steps) {
      const arrow = `${from_state ?? 'none'} ${event} ${to_state}`;
      const row = rows.get(entry);
      if (acts.includes(event)) continue;
      if (!(arrows as readonly string[]).includes(arrow)) broken(`rule 3: there is no arrow "${arrow}" (${row?.key})`);
      else if (row) met.take(nameOfEntry(row.endpoint, row.key), arrow as Arrow);
      if (row?.state === to_state) this.#bornOut(row, event, pc);
    }
    for (const row of rows.values()) {
      this.#asksRight(pc, row);
      this.#saysTwice(pc, row);
    }
    this.#ordering.heldRight(pc, [...rows.keys()]);
  }

  /** A folder that has marked a declaration as a possible duplicate never removes the mark. */
  #saysTwice(pc: SimPc, row: Row): void {
    const { books, broken } = this.#host;
    if (row.endpoint !== 7) return;
    books.saysTwice(pc, row);
    if (row.maybe_twice === 0 && books.saidTwice.get(row.id)?.has(pc))
      broken(`rule 2: 7 ${row.key} said that it may be twice at the service, and does not any more`);
  }

  /** Nobody may be asked whose record exists already if it is the entry's own. */
  #asksRight(pc: SimPc, row: Row): void {
    const { endpoint, key, asks } = row;
    if (asks !== 'was-there-before') return;
    const { books } = this.#host;
    if ([...(books.sent.get(entryOf(row)) ?? [])].some((version) => version !== versionOf(row))) return;
    const effects = this.#host.service().effectsOf(endpoint, key, entryOf(row));
    // An older folder whose first attempt follows one of a later folder finds a record that it cannot know.
    const generation = books.generationOf(pc, entryOf(row));
    const isOwn =
      effects.some((effect) => effect.generation <= generation) &&
      effects.every(({ version }) => version === versionOf(row));
    if (isOwn) this.#host.broken(`rule 3: ${endpoint} ${key} asks whose it is, and nobody but this desk has sent it`);
  }

  /** Another party's record, of a kind that no status check can tell from ours. */
  #maybeOurs = (account: Account | undefined): boolean =>
    account !== undefined && account.foreign && account.endpoint !== 1 && account.endpoint !== 2;

  /**
   * A declaration with the same key from a lost folder: 7 answers as it did to that one, and no status check shows
   * which declaration it means.
   */
  #isOfLost = (account: Account | undefined, pc: SimPc): boolean => {
    if (account?.endpoint !== 7 || account.effects.length === 0) return false;
    const here = rowsOf(pc, `+endpoint = 7 AND ${ofKey}`, account.key).map(entryOf);
    return !account.effects.some(({ entry }) => here.includes(entry));
  };

  /** Checks that the service's records confirm the state of an entry. */
  #bornOut(row: Row, event: string, pc: SimPc): void {
    const { books, broken, network } = this.#host;
    const service = this.#host.service();
    const times = service.effectsOf(row.endpoint, row.key, entryOf(row)).length;
    const account = service.accountOf(row.endpoint, row.key);
    const said = `${row.endpoint} ${row.key} is ${row.state} by "${event}"`;
    const isThis = service
      .effectsOf(row.endpoint, row.key, entryOf(row))
      .some(({ version }) => version === versionOf(row));
    const byPerson = ['taken', 'closed', 'withdraw', 'discard'].includes(event);
    if (
      (row.state === 'accepted' || row.state === 'done') &&
      row.asks === null &&
      !byPerson &&
      times === 0 &&
      !this.#maybeOurs(account) &&
      !this.#isOfLost(account, pc)
    )
      broken(`rule 3: ${said}, and never took effect`);
    if (
      (row.state === 'accepted' || row.state === 'done') &&
      row.asks === null &&
      !byPerson &&
      times > 0 &&
      !isThis &&
      // A folder that was replaced does not know the corrections made in its successor.
      pc === this.#host.pc() &&
      !books.agreed.has(entryOf(row))
    )
      broken(`rule 3: ${said} with ${versionOf(row)}, and the service has another content of it`);
    if (row.state === 'done' && !byPerson && account?.failed && account.healsAt > this.now())
      broken(`rule 3: ${said}, and was not made: ${account.failed}`);
    // An order that the service could not make and does not accept again stays refused.
    const isGivenUp = account?.failed != null && account.madeAt <= this.now();
    // A practice order that was copied to live twice has two rows with different contents.
    const hasTaken = books.practised.has(entryOf(row)) ? isThis : times > 0;
    if (event === 'refused' && hasTaken && !isGivenUp && !network().mayArrive(row.endpoint, row.key))
      broken(`rule 3: ${said}, and took effect`);
  }
  now: () => number = () => 0;

  /** Ignores the steps so far, because they are no new transitions. */
  skip(pc: SimPc): void {
    const [last] = pc.rows<{ seq: number | null }>('SELECT max(seq) AS seq FROM history');
    this.#looked.set(pc, last?.seq ?? 0);
  }

  /**
   * Rule 1 after a start: every entry that was reported as saved exists with its content, and no printed label is
   * offered as never printed.
   */
  missing(pc: SimPc): void {
    if (!pc.canRead) return;
    const { books, broken } = this.#host;
    const rows = new Map(rowsOf(pc, 'true').map((row) => [row.id, row]));
    for (const [id, known] of books.savedAt(pc)) {
      const row = rows.get(id);
      if (known.perhaps && row) readAnew(known, row);
      const { content, body, submitted, withdrawn, printed } = known;
      const what = `${content.endpoint} ${content.key}`;
      if (!row) broken(`rule 1: ${what} was saved and is gone`);
      else {
        if (bodyOf(row) !== body) broken(`rule 1: ${what} has another content`);
        if (submitted && row.state === 'draft') broken(`rule 1: ${what} was submitted and is a draft`);
        if (!submitted && row.state !== 'draft' && row.state !== 'withdrawn')
          broken(`rule 1: ${what} was a draft and is ${row.state}`);
        if (withdrawn && row.state !== 'withdrawn') broken(`rule 1: ${what} was withdrawn and is ${row.state}`);
        if (printed !== null && row.label_list === 'ready')
          broken(`rule 2: the label of ${what} was printed and is offered again`);
        if (books.cameBack.has(id) && row.label_list === 'ready')
          broken(
            `rule 2: the label of ${what} is offered as never printed, though it may have been before the folder came back`,
          );
      }
    }
  }

  /**
   * Rules 2 and 3 once everything is settled and all questions are answered: every entry ended as the service's records
   * say.
   */
  ends(pc: SimPc): void {
    const { books, broken } = this.#host;
    const service = this.#host.service();
    const rows = rowsOf(pc, 'true');
    // A practice order that was withdrawn here and copied again has two rows.
    const last = new Map(rows.map((row) => [entryOf(row), row.id]));
    for (const row of rows) {
      this.#saysTwice(pc, row);
      const { id, endpoint, key, state, asks, maybe_twice, maybe_taken, to_cancel, replaced_by } = row;
      const times = service.effectsOf(endpoint, key, entryOf(row)).length;
      const account = service.accountOf(endpoint, key);
      const failed = account?.failed != null;
      const expected: Record<Row['state'], boolean> = {
        // It was submitted after the backup from which it was restored; the desk marks it as possibly sent.
        draft: times === 0 || maybe_taken === 1,
        // After a lost answer "not changed" counts as ours, and no status check of 4, 6, 8, 9, 10 and 15 shows whose
        // order it is.
        done:
          times >= 1 ||
          replaced_by !== null ||
          books.closed.has(entryOf(row)) ||
          this.#maybeOurs(account) ||
          this.#isOfLost(account, pc),
        // The service did not make it, or it is listed to be cancelled there.
        withdrawn:
          this.#notSentHere(row) ||
          failed ||
          to_cancel === 1 ||
          books.cancelled.has(id) ||
          last.get(entryOf(row)) !== id,
        // It failed at the service, or never took effect there.
        refused: times === 0 || account?.failed != null,
        queued: this.#ordering.isHeld(pc, row),
        sending: false,
        unsure: false,
        accepted: false,
      };
      const said = `${endpoint} ${key} (${versionOf(row)}) is ${state}${asks === null ? '' : ` and asks ${asks}`}`;
      if (!expected[state]) broken(`rule 3: ${said} in the end, and took effect ${times} times`);
      // A restored or reopened folder cannot know what another one sent again; that other one has marked it.
      const saysTwice = maybe_twice === 1 || books.saidTwice.has(entryOf(row));
      if (endpoint === 7 && times > 1 && !saysTwice)
        broken(`rule 2: ${said}, is twice at the service, and does not say so`);
    }
  }

  /** Whether no folder sent it, except one that was restored after it was withdrawn at another and cannot know that. */
  #notSentHere(row: Row): boolean {
    const since = this.#host.books.openElsewhere.get(entryOf(row)) ?? Infinity;
    const effects = this.#host.service().effectsOf(row.endpoint, row.key, entryOf(row));
    return effects.every(({ generation }) => generation >= since);
  }

  /** Rule 4: nothing that can be sent waits because of others. */
  delayed(pc: SimPc, where: string, why: string): void {
    const rows = rowsOf(pc, `state = 'queued' AND held_by IS NULL AND ${where}`);
    for (const { endpoint, key } of rows.slice(0, 3)) this.#host.broken(`rule 4: ${endpoint} ${key} waits ${why}`);
  }
}

/** Takes over what the desk shows now, for entries whose answer was lost. */
export function readAnew(known: Saved, row: Row): void {
  known.body = bodyOf(row);
  // If an unchanged order is sent again, its content is the restored one, not what a lost folder had made of it.
  known.content = { ...known.content, version: Number(/v(\d+)e$/.exec(versionOf(row))?.[1] ?? known.content.version) };
  known.submitted = row.state !== 'draft';
  known.withdrawn = row.state === 'withdrawn';
  known.perhaps = false;
}
