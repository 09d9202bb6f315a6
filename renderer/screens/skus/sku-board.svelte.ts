import type { Input } from '../../../shared/contract/desk-contract.ts';
import type { SkuAnswer } from '../../../shared/contract/lookup-answers.ts';
import { readDecimal, writeDecimal } from '../../../shared/text/exact-decimal.ts';
import { mergeFreshness } from '../../lookups/freshness.ts';
import { Lookup } from '../../lookups/lookup.svelte.ts';
import { format } from '../../texts/format.svelte.ts';
import { ask, type ClientEvent } from '../../transport/desk.ts';
import { noSelection, type RowSelection } from '../../ui/row-selection.ts';

/** Fields of a storage query, as the service spells them. */
export const storageFields = ['StorageNo', 'ClinetId', 'WarehouseId'] as const;
export type StorageField = (typeof storageFields)[number];
/** The approval statuses that the service's document names; `other` stands for all others, `any` filters nothing. */
export const approvals = ['any', 'Pending', 'Approved', 'Rejected', 'other'] as const;
export type Approval = (typeof approvals)[number];

const wholeNumber = /^[+-]?\d{1,15}$/;

/** A SKU search as typed, and its result. It outlives the screen. */
class SkuBoard {
  skus = $state.raw<readonly string[]>([]);
  storageNumbers = $state.raw<readonly string[]>([]);
  pastedSkus = $state('');
  pastedStorages = $state('');
  storageTexts = $state<Record<StorageField, string>>({ StorageNo: '', ClinetId: '', WarehouseId: '' });
  approval = $state<Approval>('any');
  selection = $state.raw<RowSelection>(noSelection);
  readonly lookup = new Lookup<SkuAnswer>();

  /** Fields with invalid input: two of them take whole numbers only. */
  get invalidFields(): StorageField[] {
    return (['ClinetId', 'WarehouseId'] as const).filter((name) => {
      const text = this.storageTexts[name].normalize('NFKC').trim();
      return text !== '' && !wholeNumber.test(text);
    });
  }

  /** Sends the search; false if the input is invalid. */
  sendSearch(): boolean {
    if (this.invalidFields.length > 0) return false;
    const input = this.#buildInput();
    this.selection = noSelection;
    this.lookup.ask({
      load: (mode) => ask('skus.find', { ...input, mode }),
      isFresh: ({ fresh: fresh }) => fresh,
      mergeLast: (shown, last) => mergeFreshness(shown, last),
    });
    return true;
  }

  clear(): void {
    this.skus = [];
    this.storageNumbers = [];
    this.storageTexts = { StorageNo: '', ClinetId: '', WarehouseId: '' };
    this.lookup.clear();
  }

  /** Reloads the answer also when entries change, because it includes the SKUs that wait on this desk. */
  receive = (event: ClientEvent): void => {
    this.lookup.handleEvent(event.kind === 'entries' && this.lookup.answer ? { kind: 'missed' } : event);
  };

  stepApproval(by: 1 | -1): void {
    const index = approvals.indexOf(this.approval) + by + approvals.length;
    this.approval = approvals[index % approvals.length] ?? 'any';
  }

  #buildInput(): Omit<Input<'skus.find'>, 'mode'> {
    const { StorageNo, ClinetId, WarehouseId } = this.storageTexts;
    const toNumber = (text: string) => Number(text.normalize('NFKC').trim());
    const storageQuery = {
      ...(StorageNo.trim() !== '' && { StorageNo: StorageNo.trim() }),
      ...(ClinetId.trim() !== '' && { ClinetId: toNumber(ClinetId) }),
      ...(WarehouseId.trim() !== '' && { WarehouseId: toNumber(WarehouseId) }),
    };
    return {
      ...(this.skus.length > 0 && { SkuList: [...this.skus] }),
      ...(this.storageNumbers.length > 0 && { CustomStorageNoList: [...this.storageNumbers] }),
      ...(Object.keys(storageQuery).length > 0 && { ProductStorageQuery: storageQuery }),
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

const documentedApprovals = ['Pending', 'Approved', 'Rejected'] as const;

/** The approval status of a record; `other` if the document does not name it. */
export function approvalOf(record: SkuRecord): Exclude<Approval, 'any'> {
  const status = textOf(record, 'ApprovalStatus');
  return documentedApprovals.find((known) => known === status) ?? 'other';
}

/** Length × width × height as text; '' if all are absent. */
export function sizeOf(record: SkuRecord): string {
  const sides = ['Length', 'Width', 'Height'].map((side) => textOf(record, side));
  return sides.every((side) => side === '') ? '' : sides.map((side) => side || '?').join(' × ');
}

/** Those of the searched SKUs that neither the service nor this desk has. */
export function missingSkus({ records, waiting }: SkuAnswer, searchedSkus: readonly string[]): string[] {
  const knownSkus = [...records.map((record) => textOf(record, 'Sku')), ...waiting.map(({ Sku }) => Sku)];
  const lowerCaseSkus = new Set(knownSkus.map((sku) => sku.toLowerCase()));
  return searchedSkus.filter((sku) => !lowerCaseSkus.has(sku.toLowerCase()));
}
