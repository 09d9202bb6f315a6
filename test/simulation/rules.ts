import { acts, arrows, type Arrow } from './arrows.ts';
import { entryOf, rowsOf, versionOf, type Books, type Row, type Saved } from './books.ts';
import type { Met } from './coverage.ts';
import type { SimNetwork } from './sim-network.ts';
import type { SimPc } from './sim-pc.ts';
import type { Account, Effect, SimService } from './sim-service.ts';

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
  /** the PC that is worked at */
  pc: () => SimPc;
}

/** What must stay true (section 9 of the design), held against the service's own ledger as things happen. */
export class Rules {
  readonly #host: RulesHost;
  /** by PC: the last step of the histories that was looked at */
  readonly #looked = new WeakMap<SimPc, number>();

  constructor(host: RulesHost) {
    this.#host = host;
  }

  /** Rules 2 and 3 as it happens: nothing twice, nothing that nobody submitted, nothing before what it needs. */
  onEffect(account: Account, effect: Effect): void {
    const { books, broken } = this.#host;
    const { entry, endpoint, version } = effect;
    const what = `${endpoint} ${account.key} (${version})`;
    const { needs, further = false } = books.contents.get(entry) ?? {};
    // each correction of a further order asks for a further one
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
    if (needs !== undefined && !books.letGo.has(entry)) this.#afterNeeded(what, account, needs);
  }

  /** An entry goes after those it needs, unless they ended without. */
  #afterNeeded(what: string, { endpoint }: Account, needs: string): void {
    const from = endpoint === 4 ? [15] : endpoint === 10 ? [4] : [1, 2, 6, 9, 10];
    const waits = rowsOf(this.#host.pc(), `key = ? AND endpoint IN (${from.join()})`, needs).filter(
      ({ state, asks }) => state === 'queued' || state === 'refused' || (state === 'sending' && asks === null),
    );
    const service = this.#host.service();
    if (waits.length > 0 && !from.some((one) => service.accountOf(one, needs)?.effects.length))
      this.#host.broken(`rule 3: ${what} went before ${needs}, which it needs`);
  }

  onPractised(effect: Effect, key: string): void {
    if (this.#host.books.asked.get(effect.entry) !== 'practice')
      this.#host.broken(`rule 3: ${key} was meant for the service and reached practice`);
  }

  /** Steps of histories since the last look: arrows of the table, and ends that the service's books bear out. */
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
    const rows = new Map(
      rowsOf(pc, `seq IN (${[...new Set(steps.map(({ entry }) => entry))].join()})`).map((r) => [r.seq, r]),
    );
    for (const { entry, event, from_state, to_state } of steps) {
      const arrow = `${from_state ?? 'none'} ${event} ${to_state}`;
      const row = rows.get(entry);
      if (acts.includes(event)) continue;
      if (!(arrows as readonly string[]).includes(arrow)) broken(`rule 3: there is no arrow "${arrow}" (${row?.key})`);
      else if (row) met.take(row.key, arrow as Arrow);
      if (row?.state === to_state) this.#bornOut(row, event);
    }
  }

  /** What the desk believes, the books say too. */
  #bornOut(row: Row, event: string): void {
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
      !account?.foreign
    )
      broken(`rule 3: ${said}, and never took effect`);
    if (
      (row.state === 'accepted' || row.state === 'done') &&
      row.asks === null &&
      !byPerson &&
      times > 0 &&
      !isThis &&
      !books.agreed.has(entryOf(row))
    )
      broken(`rule 3: ${said}, and the service has another content of it`);
    if (row.state === 'done' && !byPerson && account?.failed && account.healsAt > this.now())
      broken(`rule 3: ${said}, and was not made: ${account.failed}`);
    if (event === 'refused' && times > 0 && !network().mayArrive(row.endpoint, row.key))
      broken(`rule 3: ${said}, and took effect`);
  }
  now: () => number = () => 0;

  /** Steps that were there before are no arrows taken now. */
  skip(pc: SimPc): void {
    const [last] = pc.rows<{ seq: number | null }>('SELECT max(seq) AS seq FROM history');
    this.#looked.set(pc, last?.seq ?? 0);
  }

  /** Rule 1 after a start: what was called saved is there, with its content, and what was printed is no label to print. */
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
        if (JSON.stringify((JSON.parse(row.request) as { body: unknown }).body) !== body)
          broken(`rule 1: ${what} has another content`);
        if (submitted && row.state === 'draft') broken(`rule 1: ${what} was submitted and is a draft`);
        if (!submitted && row.state !== 'draft' && row.state !== 'withdrawn')
          broken(`rule 1: ${what} was a draft and is ${row.state}`);
        if (withdrawn && row.state !== 'withdrawn') broken(`rule 1: ${what} was withdrawn and is ${row.state}`);
        if (printed !== null && row.label_list === 'ready')
          broken(`rule 2: the label of ${what} was printed and is offered again`);
      }
    }
  }

  /** Rules 2 and 3 when all is quiet and everything asked was answered: every entry ended as the service's books say. */
  ends(pc: SimPc): void {
    const { books, broken } = this.#host;
    const service = this.#host.service();
    for (const row of rowsOf(pc, 'true')) {
      const { id, endpoint, key, state, asks, maybe_twice, maybe_taken, to_cancel, replaced_by } = row;
      const times = service.effectsOf(endpoint, key, entryOf(row)).length;
      const account = service.accountOf(endpoint, key);
      const failed = account?.failed != null;
      const expected: Record<Row['state'], boolean> = {
        // submitted after the backup it came back from: the desk says that it may be there
        draft: times === 0 || maybe_taken === 1,
        // after a lost answer "not changed" counts as ours, and no status of 4, 6, 8, 9, 10 and 15 tells whose it is
        done: times >= 1 || replaced_by !== null || account?.foreign === true,
        // not made by the service after all, or on the list of what is to be cancelled there
        withdrawn: times === 0 || failed || to_cancel === 1 || books.cancelled.has(id),
        // made and failed at the service, or never taken by it
        refused: times === 0 || account?.failed != null,
        queued: this.#isHeld(pc, row),
        sending: false,
        unsure: false,
        accepted: false,
      };
      const said = `${endpoint} ${key} (${versionOf(row)}) is ${state}${asks === null ? '' : ` and asks ${asks}`}`;
      if (!expected[state]) broken(`rule 3: ${said} in the end, and took effect ${times} times`);
      if (endpoint === 7 && times > 1 && maybe_twice === 0)
        broken(`rule 2: ${said}, is twice at the service, and does not say so`);
    }
  }

  /** It waits for one that is refused or a draft, and says so. */
  #isHeld(pc: SimPc, { seq }: Row): boolean {
    const [held] = pc.rows<{ state: string }>(
      'SELECT h.state FROM entry e JOIN entry h ON h.seq = e.held_by WHERE e.seq = ?',
      seq,
    );
    return held !== undefined && ['refused', 'draft', 'queued'].includes(held.state);
  }

  /** Rule 4: what could go has gone, whatever troubles others. */
  delayed(pc: SimPc, where: string, why: string): void {
    const rows = rowsOf(pc, `state = 'queued' AND held_by IS NULL AND ${where}`);
    for (const { endpoint, key } of rows.slice(0, 3)) this.#host.broken(`rule 4: ${endpoint} ${key} waits ${why}`);
  }
}

/** What nobody heard an answer to is what the desk shows now. */
export function readAnew(known: Saved, row: Row): void {
  known.body = JSON.stringify((JSON.parse(row.request) as { body: unknown }).body);
  known.submitted = row.state !== 'draft';
  known.withdrawn = row.state === 'withdrawn';
  known.perhaps = false;
}
