import type { RememberedGoods } from '../../shared/contract/memory-procedures.ts';
import type { ListPart } from '../../shared/creates/form/form-layout.ts';
import { goodsFactNames } from '../../shared/creates/goods-facts.ts';
import { lastName, linesIn, inLine } from '../../shared/path/path.ts';
import { isEndpointNumber, type EndpointNumber } from '../../shared/service/endpoints.ts';
import { choices } from '../choices/choices.svelte.ts';
import { desk } from '../state/desk-watch.svelte.ts';
import { ask } from '../transport/desk.ts';
import { weightUnitOf } from './field-texts.ts';
import type { Group } from './form-tree.svelte.ts';
import type { OrderForm } from './order-form.svelte.ts';
import { decimalSignOf, writeField } from './read-field.ts';
import { sumsOf } from './sums-of-lines.ts';

/** Which goods identifier a line's field holds, as the goods memory knows it; undefined for any other field. */
export function goodsIdentifierOf(path: string): 'Sku' | 'DeclareNameEn' | undefined {
  if (linesIn(path).length === 0) return undefined;
  const name = lastName(path);
  if (name === 'Sku') return 'Sku';
  return name === 'DeclareNameEn' || name === 'DeclareNameEN' ? 'DeclareNameEn' : undefined;
}

/** Fields that set another weight unit for their line or for the parcel. */
const unitNames = ['WeightUnit', 'Package.WeightUnit'];

/**
 * Fills in the parcel weight: the remembered weights of its goods times their quantities. It follows the goods until a
 * user types a weight; one that was removed stays blank until the goods change.
 */
export class ParcelWeight {
  readonly #form: OrderForm;
  readonly #parts: readonly ListPart[];
  #last = '';

  constructor(form: OrderForm, lists: readonly ListPart[]) {
    this.#form = form;
    this.#parts = lists.filter(({ each, declared }) => each === true && declared?.weight !== undefined);
  }

  /** Called when goods or their quantities have changed. */
  update(): void {
    const form = this.#form;
    for (const part of this.#parts) {
      const path = part.declared?.weight ?? '';
      const text = form.textAt(path);
      const origin = form.origins.at(path);
      const ours = origin === 'remembered';
      // A weight carried over from other goods and not reviewed.
      const stale = origin === 'carried' || origin === 'template';
      const sum = this.#sumOf(part);
      if (sum === this.#last) continue;
      this.#last = sum;
      if (sum !== '' && (ours || stale || text.trim() === '')) form.prefill(path, sum, 'remembered');
      else if (ours) form.type(path, '');
    }
  }

  /** Called when the form restarts. */
  clear(): void {
    this.#last = '';
  }

  // Empty if the weight or the quantity of any goods is unknown.
  #sumOf(part: ListPart): string {
    const form = this.#form;
    const { list, pieces = '', weight = '' } = part;
    const sign = decimalSignOf(choices.locale);
    const filled = (path: string) => form.textAt(path).trim() !== '';
    for (let line = 0; line < form.lines(list); line++) {
      if (form.lineIsEmpty(list, line)) continue;
      const at = inLine(list, line, weight);
      const known = form.origins.at(at) === 'remembered';
      if (!known || !filled(inLine(list, line, pieces)) || filled(inLine(list, line, 'WeightUnit'))) return '';
    }
    const sums = sumsOf(form, part, list, sign);
    return sums.unread || sums.weight === null || unitNames.some(filled) ? '' : sums.weight.replace('.', sign);
  }
}

/** Facts filled in from the goods memory. Prices and sizes belong to the order and are not filled in. */
const filledFacts = [
  'DeclareNameEn',
  'DeclareNameCn',
  'ProductName',
  'HsCode',
  'MaterialEN',
  'MaterialCN',
  'DeclareValue',
  'Weight',
];

const isFact: ReadonlySet<string> = new Set(Object.values(goodsFactNames).flat());

/** Fills empty fields of goods lines with what was last entered for these goods; typed text is never overwritten. */
export class GoodsAutofill {
  /** The last fill, which one action undoes. */
  lastFill = $state.raw<{ name: string; paths: readonly string[] } | null>(null);
  readonly #form: OrderForm;
  readonly #weight: ParcelWeight;
  /** The identifier each line was last looked up by. */
  #lookedUpBy = new WeakMap<Group, string>();
  #pendingLookups: Promise<void> = Promise.resolve();

  constructor(form: OrderForm, lists: readonly ListPart[]) {
    this.#form = form;
    this.#weight = new ParcelWeight(form, lists);
  }

  /** Called when a field was left or filled by a scan: if it identifies goods, fills their line. */
  completed(path: string): void {
    this.#lookUp(path);
    this.#weight.update();
  }

  #lookUp(path: string): void {
    const by = goodsIdentifierOf(path);
    const at = linesIn(path).at(-1);
    if (!by || !at) return;
    const text = this.#form.textAt(path).trim();
    const line = this.#form.tree.findLine(at.list, at.line);
    if (!line) return;
    // Look up by name only if the line has no SKU, which is more precise.
    if (by !== 'Sku' && line.textAt('Sku').trim() !== '') return;
    if ((this.#lookedUpBy.get(line) ?? '') === text) return;
    this.#lookedUpBy.set(line, text);
    this.#removeFacts(at.list, at.line);
    if (text === '' || text.length > 200) return;
    const asked = ask('goods.of', by === 'Sku' ? { Sku: text } : { DeclareNameEn: text }).then((answer) => {
      const goods = answer.ok ? answer.value.goods : null;
      // A late answer is dropped if the line holds other goods by now.
      if (goods && this.#form.textAt(path).trim() === text) this.#fill(at.list, at.line, goods);
    });
    this.#pendingLookups = Promise.all([this.#pendingLookups, asked]).then(() => undefined);
  }

  /** Resolves when no lookup is in progress. */
  settled(): Promise<void> {
    return this.#pendingLookups;
  }

  /** Undoes the last fill, except for fields changed since. */
  undo(): void {
    const { lastFill } = this;
    this.lastFill = null;
    for (const path of lastFill?.paths ?? []) this.#removeRemembered(path);
    this.#weight.update();
  }

  clear(): void {
    this.lastFill = null;
    this.#lookedUpBy = new WeakMap();
    this.#weight.clear();
  }

  /** Treats the goods in the form as already looked up, until they change. */
  markKnown(): void {
    this.clear();
    for (const [path, text] of this.#form.texts) {
      const by = goodsIdentifierOf(path);
      const at = linesIn(path).at(-1);
      if (!by || !at || text.trim() === '') continue;
      const line = this.#form.tree.findLine(at.list, at.line);
      if (line && (by === 'Sku' || line.textAt('Sku').trim() === '')) this.#lookedUpBy.set(line, text.trim());
    }
  }

  #fill(list: string, line: number, goods: RememberedGoods): void {
    const paths: string[] = [];
    for (const fact of filledFacts) {
      const value = goods.facts[fact];
      if (value === undefined || (fact === 'Weight' && !this.#hasSameWeightUnit(goods.endpoint))) continue;
      const path = goodsFactNames[fact]?.map((name) => inLine(list, line, name)).find((at) => this.#form.fieldAt(at));
      if (path === undefined || this.#form.textAt(path).trim() !== '') continue;
      this.#form.prefill(path, writeField(value, choices.locale), 'remembered');
      paths.push(path);
    }
    if (paths.length > 0) this.lastFill = { name: goods.name, paths };
    this.#weight.update();
  }

  // Weights are not converted: a weight in another unit is not used.
  #hasSameWeightUnit(endpoint: number): boolean {
    const here = this.#form.endpoint;
    const unit = (of: EndpointNumber) => weightUnitOf(of, desk.settings);
    return endpoint === here || (isEndpointNumber(endpoint) && unit(endpoint) === unit(here));
  }

  // Removes facts of the previous goods, filled in from memory or carried over with them.
  #removeFacts(list: string, line: number): void {
    const { origins } = this.#form;
    for (const [path] of [...this.#form.textsIn(list, line)]) {
      this.#removeRemembered(path);
      const origin = origins.at(path);
      if ((origin !== 'carried' && origin !== 'template') || !isFact.has(lastName(path))) continue;
      this.#form.type(path, '');
      this.#form.fieldsToReconfirm.add(path);
    }
  }

  #removeRemembered(path: string): void {
    const { origins } = this.#form;
    if (origins.at(path) === 'remembered') this.#form.type(path, '');
  }
}
