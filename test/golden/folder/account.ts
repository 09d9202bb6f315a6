import type { Desk } from '../../../electron/desk/threads/desk.ts';
import type { EntryDetail } from '../../../shared/contract/entry-answers.ts';

type HistoryReason = EntryDetail['history'][number]['why'];

const entryMarks = ['maybeTaken', 'maybeTwice', 'damaged', 'toCancel', 'provisional'] as const;

const codeOf = (why: HistoryReason): string => ('said' in why ? JSON.stringify(why.said) : why.code);

/** Lists everything that a data folder reports about its entries and related data, without ids and times. */
export async function readFolderReport(desk: Desk): Promise<string[]> {
  const { seqs } = await desk.ask('entries.seqs', { list: 'all' });
  const { ids } = await desk.ask('entries.idsOf', { seqs: seqs.toReversed() });
  const entries = await Promise.all(ids.map((id) => desk.ask('entries.get', { id })));
  const { operators } = await desk.ask('operators.list', {});
  const { addresses } = await desk.ask('addresses.find', { text: '' });
  const { goods } = await desk.ask('goods.find', { text: '' });
  const { templates } = await desk.ask('templates.list', { endpoint: 2 });
  const services = await desk.ask('lists.find', { list: 'services', text: '' });
  const { value } = await desk.ask('desk.recall', { name: 'form/2' });
  return [
    ...entries.toSorted((a, b) => a.seq - b.seq).flatMap(linesOf),
    ...operators.map(({ name, code }) => `operator ${name}, ${code}`).toSorted(),
    `${String(addresses.length)} addresses, ${String(goods.length)} goods`,
    ...templates.map(({ name }) => `template ${name}`),
    ...services.items.map((item) => `listed ${JSON.stringify(item)}`),
    `kept for a form: ${JSON.stringify(value)}`,
    `labels ${JSON.stringify(await desk.ask('labels.counts', {}))}`,
  ];
}

function linesOf(entry: EntryDetail): string[] {
  const { endpoint, key, state, asks, reason, said, trackingNumber, operator, recipient, inItsPlace, needs } = entry;
  const facts = [
    state,
    asks === null ? '' : `asks ${asks}`,
    ...entryMarks.map((mark) => (entry[mark] ? mark : '')),
    trackingNumber ?? '',
    said === null ? '' : `said ${JSON.stringify(said)}`,
    reason === null ? '' : `${reason.code} ${JSON.stringify(reason.text)} of ${reason.field ?? 'no field'}`,
    inItsPlace === null ? '' : `in its place ${inItsPlace.key}`,
    ...needs.map((need) => `needs ${need.key}${need.waived ? ' no more' : ''}`),
    [operator, recipient].filter((text) => text !== '').join(' for '),
  ];
  const name = `${String(endpoint)} ${key}`;
  return [
    `${name}: ${facts.filter((fact) => fact !== '').join(', ')}`,
    `${name}: ${entry.history.map(({ to, who, why }) => `${to} (${who === 'desk' ? '' : `${who}: `}${codeOf(why)})`).join(', ')}`,
  ];
}
