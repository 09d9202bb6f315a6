import type { SkuAnswer, AnswerMismatch } from '../../shared/contract/lookup-answers.ts';
import type { Problem } from '../../shared/contract/problem.ts';
import { valueAt } from '../../shared/service/value-at.ts';
import { textAt } from '../delivery/sync/read-record.ts';
import { recordsOf, type AnswerStore } from './answer-store.ts';
import type { DeskEntries } from './desk-entries.ts';
import type { AskSeries } from './lookup-client.ts';
import { createHash } from 'node:crypto';

/** Maximum number of SKUs per request of endpoint 13, which states no limit. */
const maxSkusPerRequest = 200;

export interface SkuQuery {
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
interface SkuRecords {
  records: Records;
  unexpected: AnswerMismatch[];
  problem: Problem | null;
}

/**
 * Searches the service's records of SKUs, and this desk's SKUs that the service does not have yet. Stores the last
 * answer to each query.
 */
export function skuSearch({ store, entries, target, series }: SkuParts) {
  async function fetchSkus(query: SkuQuery): Promise<SkuRecords> {
    const fetched: SkuRecords = { records: [], unexpected: [], problem: null };
    const askNext = series('person');
    for (const body of requestsOf(query)) {
      const result = await askNext({ endpoint: 13, body });
      if (!result.ok) return { ...fetched, problem: result.problem };
      const { answer, unexpected } = result.value;
      fetched.records.push(...recordsOf(answer, []).map(({ record }) => record));
      fetched.unexpected.push(...unexpected.slice(0, 100));
    }
    return fetched;
  }

  return async function searchSkus(query: SkuQuery, mode: 'last' | 'fresh'): Promise<SkuAnswer> {
    const subject = subjectOf(query);
    let problem: Problem | null = null;
    let isFresh = false;
    if (mode === 'fresh') {
      const fetched = await fetchSkus(query);
      ({ problem } = fetched);
      isFresh = problem === null;
      // only a complete answer is stored: a part of one would look complete later
      if (isFresh) storeAnswers(await target(), subject, fetched);
    }
    const targetName = await target();
    const stored = store.readLast<Records>(targetName, 'skus', subject) ?? combineStored(targetName, query);
    return {
      at: stored?.at ?? null,
      fresh: isFresh,
      why: problem,
      records: stored?.value ?? [],
      waiting: waitingSkusFor(query, entries),
      unexpected: stored?.unexpected ?? [],
    };
  };

  function storeAnswers(targetName: string, subject: string, { records, unexpected }: SkuRecords): void {
    const skuAnswers = records.flatMap((record) => {
      const sku = textAt(record, 'Sku');
      return sku === null ? [] : [{ kind: 'sku' as const, subject: sku, value: record }];
    });
    store.save(targetName, [{ kind: 'skus', subject, value: records, unexpected }, ...skuAnswers]);
  }

  /** Combines stored records of these SKUs from other queries, with the time of the oldest; null: there are none. */
  function combineStored(targetName: string, { SkuList = [], CustomStorageNoList, ProductStorageQuery }: SkuQuery) {
    if (CustomStorageNoList?.length || ProductStorageQuery) return null;
    const storedSkus = SkuList.flatMap((sku) => store.readLast<Record<string, unknown>>(targetName, 'sku', sku) ?? []);
    if (storedSkus.length === 0) return null;
    const oldestAt = storedSkus.reduce((oldest, one) => Math.min(oldest, one.at), Infinity);
    return { at: oldestAt, value: storedSkus.map(({ value }) => value), unexpected: [] };
  }
}

function requestsOf({ SkuList, ...rest }: SkuQuery): unknown[] {
  if (SkuList === undefined || SkuList.length <= maxSkusPerRequest) return [withoutUndefined({ SkuList, ...rest })];
  const requestCount = Math.ceil(SkuList.length / maxSkusPerRequest);
  return Array.from({ length: requestCount }, (_, index) =>
    // the other criteria are sent only once, since the service may combine criteria by "or"
    withoutUndefined({
      SkuList: SkuList.slice(index * maxSkusPerRequest, (index + 1) * maxSkusPerRequest),
      ...(index === 0 && rest),
    }),
  );
}

const withoutUndefined = (body: object): unknown => JSON.parse(JSON.stringify(body));

const subjectOf = ({ SkuList, CustomStorageNoList, ProductStorageQuery = {} }: SkuQuery): string => {
  const { StorageNo, ClinetId, WarehouseId } = ProductStorageQuery;
  const criteria = [SkuList?.toSorted(), CustomStorageNoList?.toSorted(), StorageNo, ClinetId, WarehouseId];
  return createHash('sha256').update(JSON.stringify(criteria)).digest('hex');
};

function waitingSkusFor({ SkuList, CustomStorageNoList, ProductStorageQuery }: SkuQuery, entries: DeskEntries) {
  const StorageNo = valueAt(ProductStorageQuery, ['StorageNo']);
  const storageNumbers = new Set([
    ...(CustomStorageNoList ?? []),
    ...(typeof StorageNo === 'string' ? [StorageNo] : []),
  ]);
  const bySku = SkuList?.length ? entries.waitingSkus([...new Set(SkuList)]) : [];
  if (storageNumbers.size === 0 && bySku.length === 0 && !SkuList?.length) return entries.waitingSkus(null);
  const byStorage =
    storageNumbers.size === 0 ? [] : entries.waitingSkus(null).filter((sku) => storageNumbers.has(sku.CustomStorageNo));
  return [...new Map([...bySku, ...byStorage].map((sku) => [sku.id, sku])).values()];
}
