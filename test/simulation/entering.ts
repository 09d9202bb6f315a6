import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { lastRowsOf, ofKey, rowsOf } from './books.ts';
import { operator, type Acting, type Clerk, type PeopleHost } from './clerk.ts';
import { orderOf, type Content } from './orders.ts';
import type { Seeded } from './seeded.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const canBeFurther: readonly CreateNumber[] = [1, 2, 10];

/** Orders as they come in: one by one, simultaneously, or from a file. */
export function createEntering({ world, pc, books, home, trade, each }: PeopleHost, clerk: Clerk) {
  const { say, command, isKnownCommand, noteSaved } = clerk;

  function contentOf({ name, chance }: Acting, n = 0): Content {
    const endpoint = chance.one(trade.creates);
    const entry = `${name}x${n}`;
    const content: Content = { endpoint, key: `K-${name}-${n}`, entry, version: 0 };
    const { needing: share, further = 0 } = trade;
    if (chance.chance(share)) Object.assign(content, needing(endpoint, chance, content));
    else if (further > 0 && canBeFurther.includes(endpoint)) content.further = chance.chance(further);
    return content;
  }

  /** Some entries depend on an earlier one, and some add a further order with its key. */
  function needing(endpoint: CreateNumber, chance: Seeded, content: Content): Partial<Content> {
    const earlier = (of: readonly CreateNumber[], where = `state <> 'withdrawn'`): string | undefined => {
      const rows = lastRowsOf(pc, 8, `+endpoint IN (${of.join()}) AND ${where}`);
      return rows.length > 0 ? chance.one(rows).key : undefined;
    };
    if (endpoint === 4) return { needs: earlier([15]) ?? 'MUG-1' };
    if (endpoint === 10) {
      const inbound = earlier([4]);
      return inbound === undefined ? {} : { needs: inbound };
    }
    if (endpoint === 7) {
      const key = earlier([1, 2, 6]);
      const isDeclared = key !== undefined && rowsOf(pc, `+endpoint = 7 AND ${ofKey}`, key).length > 0;
      return key === undefined || isDeclared ? {} : { key, needs: key };
    }
    if (endpoint !== 1 && endpoint !== 2) return {};
    // Two of them that are open at once could not be told apart.
    const isAlone = `state = 'done' AND NOT EXISTS (SELECT 1 FROM entry o WHERE o.key_kind = 'PackageId' AND o.key = entry.key AND +o.endpoint IN (1, 2) AND o.settled_at IS NULL)`;
    return { key: earlier([endpoint], isAlone) ?? content.key, further: true };
  }

  const capture = (acting: Acting, draft: boolean): Promise<void> => captureOne(acting, contentOf(acting), draft);

  async function captureOne(acting: Acting, content: Content, draft: boolean): Promise<void> {
    books.ask(content.entry, pc.mode, draft);
    books.contents.set(content.entry, content);
    const request = orderOf(content);
    const asked = { commandId: command(acting), request, operator, draft };
    const mode = pc.mode;
    const answer = await pc.ask('entry.enqueue', asked);
    if (!answer.ok && answer.problem.kind !== 'desk-gone') books.notSaved.add(content.entry);
    if (!answer.ok || mode === 'practice') return;
    noteSaved(answer.value.id, content, request, !draft);
    // A screen that missed the answer repeats the same command.
    if (acting.chance.chance(0.1)) isKnownCommand('capture', content.key, answer, await pc.ask('entry.enqueue', asked));
  }

  /** Scanners and screens save at the same time, and each answer must match what happened to its order. */
  async function captureAtOnce(acting: Acting, contents: readonly Content[], draft = false): Promise<void> {
    const { mode } = pc;
    for (const content of contents) {
      books.ask(content.entry, mode, draft);
      // It may be saved although no answer arrives.
      books.contents.set(content.entry, content);
    }
    const requests = contents.map((content) => orderOf(content));
    const answers = await pc.askTogether(
      'entry.enqueue',
      requests.map((request) => ({ commandId: command(acting), request, operator, draft })),
    );
    for (const [n, answer] of answers.entries()) {
      const [content, request] = [contents[n], requests[n]];
      if (!content || !request) continue;
      if (answer.ok && answer.value.key !== content.key) say(`was answered ${answer.value.key} for ${content.key}`);
      if (answer.ok && mode === 'live') noteSaved(answer.value.id, content, request, !draft);
      else if (!answer.ok && answer.problem.kind !== 'desk-gone') books.notSaved.add(content.entry);
    }
  }

  /** One of the orders saved together cannot be saved, because another order has its key. */
  async function together(acting: Acting): Promise<void> {
    if (pc.mode !== 'live') return;
    const contents = Array.from({ length: 2 + acting.chance.below(4) }, (_, n): Content => ({
      endpoint: 2,
      key: `K-${acting.name}-${n}`,
      entry: `${acting.name}x${n}`,
      version: 0,
    }));
    const [taken] = pc.canRead ? lastRowsOf(pc, 1, `+endpoint = 2 AND state <> 'withdrawn'`) : [];
    const first = contents[0];
    if (taken && first) first.key = taken.key;
    await captureAtOnce(acting, contents);
  }

  /** The hour before the van comes: one entry after another from every screen of the counter. */
  async function captureMany(acting: Acting, draft: boolean): Promise<void> {
    const { chance, many } = acting;
    if (many === undefined) return capture(acting, draft);
    const gapMs = chance.one([0, 300, 3000]);
    for (let n = 0; n < many && pc.isOpen;) {
      const contents = Array.from({ length: Math.min(many - n, 1 + chance.below(6)) }, () => contentOf(acting, n++));
      await captureAtOnce(acting, contents, draft);
      await world.runUntil(world.elapsed() + chance.between(0, gapMs), each);
    }
  }

  async function importFile({ name, chance, many }: Acting): Promise<void> {
    if (pc.mode === 'practice') return;
    const contents = Array.from({ length: 2 + chance.below(many ?? 12) }, (_, n): Content => ({
      endpoint: 2,
      key: `K-${name}-${n}`,
      entry: `${name}x${n}`,
      version: 0,
    }));
    const head =
      'PackageId,ServiceCode,Contact,Country,City,Street1,Postcode,Weight,Sku,Quantity,DeclareNameEn,DeclareValue,Remark';
    const lines = contents.map(
      ({ key, entry }) => `${key},SGP,Ana Ruiz,ES,Sevilla,Calle Sierpes 1,41004,400,MUG-1,1,Mug,3.2,e${entry}v0e`,
    );
    for (const { entry } of contents) books.asked.set(entry, 'submitted');
    const path = join(home, `${name}.csv`);
    writeFileSync(path, [head, ...lines, ''].join('\n'));
    const answer = await pc.command('import.file', { path, as: 'label-order', encoding: 'auto', operator });
    if (!answer.ok) return;
    for (const row of answer.value.rows) {
      const content = contents.find(({ key }) => key === row.key);
      if (row.state !== 'queued' || !content) continue;
      if (row.id === undefined) continue;
      const [kept] = pc.rows<{ request: string }>('SELECT request FROM entry WHERE id = ?', row.id);
      const body = kept ? (JSON.parse(kept.request) as { body: unknown }).body : null;
      noteSaved(row.id, content, { endpoint: 2, body }, true);
    }
  }

  return { captureOne, captureMany, together, importFile };
}
