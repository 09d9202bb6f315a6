import type { Input } from '../../../shared/contract/desk-contract.ts';
import type { SkuAnswer } from '../../../shared/contract/lookup-answers.ts';
import { readDecimal, writeDecimal } from '../../../shared/text/exact-decimal.ts';
import { mergeFreshness } from '../../lookups/freshness.ts';
import { Lookup } from '../../lookups/lookup.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';
import { noSelection, type RowSelection } from '../../ui/row-selection.ts';

export const storageFields = ['StorageNo', 'ClinetId', 'WarehouseId'] as const;
export type StorageField = (typeof storageFields)[number];
/** Every status the document names; any other is `other`. */
export const approvals = ['any', 'Pending', 'Approved', 'Rejected', 'other'] as const;
export type Approval = (typeof approvals)[number];

const wholeNumber = /^[+-]?\d{1,15}$/;

/** A SKU search as typed, and its result. It outlives the screen. */
class SkuBoard {
  skus = $state.raw<readonly string[]>([]);
  storages = $state.raw<readonly string[]>([]);
  pastedSkus = $state('');
  pastedStorages = $state('');
  storage = $state<Record<StorageField, string>>({ StorageNo: '', ClinetId: '', WarehouseId: '' });
  approval = $state<Approval>('any');
  choosing = $state.raw<RowSelection>(noSelection);
  readonly lookup = new Lookup<SkuAnswer>();

  /** Fields with invalid input: these take whole numbers only. */
  get invalidFields(): StorageField[] {
    return (['ClinetId', 'WarehouseId'] as const).filter((name) => {
      const text = this.storage[name].normalize('NFKC').trim();
      return text !== '' && !wholeNumber.test(text);
    });
  }

  /** Sends the search; false if the input is invalid. */
  find(): boolean {
    if (this.invalidFields.length > 0) return false;
    const question = this.#question();
    this.choosing = noSelection;
    this.lookup.ask({
      ask: (mode) => ask('skus.find', { ...question, mode }),
      isFresh: ({ fresh }) => fresh,
      carry: (shown, last) => mergeFreshness(shown, last),
    });
    return true;
  }

  clear(): void {
    this.skus = [];
    this.storages = [];
    this.storage = { StorageNo: '', ClinetId: '', WarehouseId: '' };
    this.lookup.clear();
  }

  /** The desk's own waiting SKUs change with its entries. */
  receive = (event: ClientEvent): void => {
    this.lookup.receive(event.kind === 'entries' && this.lookup.answer ? { kind: 'missed' } : event);
  };

  stepApproval(by: 1 | -1): void {
    const at = approvals.indexOf(this.approval) + by + approvals.length;
    this.approval = approvals[at % approvals.length] ?? 'any';
  }

  #question(): Omit<Input<'skus.find'>, 'mode'> {
    const { StorageNo, ClinetId, WarehouseId } = this.storage;
    const number = (text: string) => Number(text.normalize('NFKC').trim());
    const query = {
      ...(StorageNo.trim() !== '' && { StorageNo: StorageNo.trim() }),
      ...(ClinetId.trim() !== '' && { ClinetId: number(ClinetId) }),
      ...(WarehouseId.trim() !== '' && { WarehouseId: number(WarehouseId) }),
    };
    return {
      ...(this.skus.length > 0 && { SkuList: [...this.skus] }),
      ...(this.storages.length > 0 && { CustomStorageNoList: [...this.storages] }),
      ...(Object.keys(query).length > 0 && { ProductStorageQuery: query }),
    };
  }
}

export const skuBoard = new SkuBoard();

export type SkuRecord = SkuAnswer['records'][number];

/** A field of a record as text: numbers exact and in the user's locale, objects and lists as JSON; '' if absent. */
export function textOf(record: SkuRecord, name: string): string {
  const value = record[name];
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return JSON.stringify(value);
  const decimal = readDecimal(value);
  return decimal ? format.exact(writeDecimal(decimal)) : String(value);
}

const documented = ['Pending', 'Approved', 'Rejected'] as const;

/** The approval status of a record; `other` if the document does not name it. */
export function approvalOf(record: SkuRecord): Exclude<Approval, 'any'> {
  const status = textOf(record, 'ApprovalStatus');
  return documented.find((known) => known === status) ?? 'other';
}

/** Length × width × height as text; '' if all are absent. */
export function sizeOf(record: SkuRecord): string {
  const sides = ['Length', 'Width', 'Height'].map((side) => textOf(record, side));
  return sides.every((side) => side === '') ? '' : sides.map((side) => side || '?').join(' × ');
}

/** SKUs searched for by name that neither the service nor this desk has. */
export function missingSkus({ records, waiting }: SkuAnswer, asked: readonly string[]): string[] {
  const known = [...records.map((record) => textOf(record, 'Sku')), ...waiting.map(({ Sku }) => Sku)];
  const lowered = new Set(known.map((sku) => sku.toLowerCase()));
  return asked.filter((sku) => !lowered.has(sku.toLowerCase()));
}
