import type { SkuAnswer, AnswerMismatch } from '../../shared/contract/lookup-answers.ts';
import type { Problem } from '../../shared/contract/problem.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { textAt } from '../delivery/sync/read-record.ts';
import { recordsOf, type AnswerStore } from './answer-store.ts';
import type { DeskEntries } from './desk-entries.ts';
import type { AskSeries } from './lookup-client.ts';
import { createHash } from 'node:crypto';

/** SKUs per request of endpoint 13, which states no limit. */
const maxTogether = 200;

export interface SkuQuestion {
  SkuList?: string[] | undefined;
  CustomStorageNoList?: string[] | undefined;
  ProductStorageQuery?: Record<string, unknown> | undefined;
}

export interface SkuParts {
  store: AnswerStore;
  entries: DeskEntries;
  target: () => Promise<string>;
  series: (caller: 'person') => AskSeries;
}

type Records = Record<string, unknown>[];
interface Found {
  records: Records;
  unexpected: AnswerMismatch[];
  problem: Problem | null;
}

/**
 * The service's records of SKUs, and this desk's SKUs it does not have yet. The last answer to each query is stored.
 */
export function skuSearch({ store, entries, target, series }: SkuParts) {
  async function ask(question: SkuQuestion): Promise<Found> {
    const found: Found = { records: [], unexpected: [], problem: null };
    const once = series('person');
    for (const body of requestsOf(question)) {
      const answered = await once({ endpoint: 13, body });
      if (!answered.ok) return { ...found, problem: answered.problem };
      const { answer, unexpected } = answered.value;
      found.records.push(...recordsOf(answer, []).map(({ record }) => record));
      found.unexpected.push(...unexpected.slice(0, 100));
    }
    return found;
  }

  return async function find(question: SkuQuestion, mode: 'last' | 'fresh'): Promise<SkuAnswer> {
    const subject = subjectOf(question);
    let problem: Problem | null = null;
    let fresh = false;
    if (mode === 'fresh') {
      const found = await ask(question);
      ({ problem } = found);
      fresh = problem === null;
      // A partial answer would look complete.
      if (fresh) keep(await target(), subject, found);
    }
    const name = await target();
    const kept = store.last<Records>(name, 'skus', subject) ?? singly(name, question);
    return {
      at: kept?.at ?? null,
      fresh,
      why: problem,
      records: kept?.value ?? [],
      waiting: waitingOf(question, entries),
      unexpected: kept?.unexpected ?? [],
    };
  };

  function keep(name: string, subject: string, { records, unexpected }: Found): void {
    const each = records.flatMap((record) => {
      const sku = textAt(record, 'Sku');
      return sku === null ? [] : [{ kind: 'sku' as const, subject: sku, value: record }];
    });
    store.keep(name, [{ kind: 'skus', subject, value: records, unexpected }, ...each]);
  }

  /** Records of these SKUs from other queries, with the oldest of their times. */
  function singly(name: string, { SkuList = [], CustomStorageNoList, ProductStorageQuery }: SkuQuestion) {
    if (CustomStorageNoList?.length || ProductStorageQuery) return null;
    const kept = SkuList.flatMap((sku) => store.last<Record<string, unknown>>(name, 'sku', sku) ?? []);
    if (kept.length === 0) return null;
    const at = kept.reduce((oldest, one) => Math.min(oldest, one.at), Infinity);
    return { at, value: kept.map(({ value }) => value), unexpected: [] };
  }
}

function requestsOf({ SkuList, ...rest }: SkuQuestion): unknown[] {
  if (SkuList === undefined || SkuList.length <= maxTogether) return [withoutUndefined({ SkuList, ...rest })];
  const requests = Math.ceil(SkuList.length / maxTogether);
  return Array.from({ length: requests }, (_, at) =>
    // The other criteria are sent once: criteria of a query may add up.
    withoutUndefined({ SkuList: SkuList.slice(at * maxTogether, (at + 1) * maxTogether), ...(at === 0 && rest) }),
  );
}

const withoutUndefined = (body: object): unknown => JSON.parse(JSON.stringify(body));

const subjectOf = ({ SkuList, CustomStorageNoList, ProductStorageQuery = {} }: SkuQuestion): string => {
  const { StorageNo, ClinetId, WarehouseId } = ProductStorageQuery;
  const asked = [SkuList?.toSorted(), CustomStorageNoList?.toSorted(), StorageNo, ClinetId, WarehouseId];
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
};

function waitingOf({ SkuList, CustomStorageNoList, ProductStorageQuery }: SkuQuestion, entries: DeskEntries) {
  const StorageNo = valueAt(ProductStorageQuery, ['StorageNo']);
  const stored = new Set([...(CustomStorageNoList ?? []), ...(typeof StorageNo === 'string' ? [StorageNo] : [])]);
  const named = SkuList?.length ? entries.waitingSkus([...new Set(SkuList)]) : [];
  if (stored.size === 0 && named.length === 0 && !SkuList?.length) return entries.waitingSkus(null);
  const byStorage = stored.size === 0 ? [] : entries.waitingSkus(null).filter((sku) => stored.has(sku.CustomStorageNo));
  return [...new Map([...named, ...byStorage].map((sku) => [sku.id, sku])).values()];
}
