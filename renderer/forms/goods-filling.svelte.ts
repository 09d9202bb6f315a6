import { goodsFactNames } from '../../shared/creates/goods-facts.ts';
import type { RememberedGoods } from '../../shared/contract/memory-procedures.ts';
import { isEndpointNumber, type EndpointNumber } from '../../shared/service/endpoints.ts';
import { choices } from '../state/choices.svelte.ts';
import { desk } from '../state/desk-watch.svelte.ts';
import { ask } from '../transport/desk.ts';
import { inLine, lastName, linesIn } from '../../shared/path/path.ts';
import { goodsIdentifierOf } from './goods-named-by.ts';
import type { ListPart } from '../../shared/creates/form/form-layout.ts';
import type { OrderForm } from './order-form.svelte.ts';
import { ParcelWeight } from './parcel-weight.ts';
import { writeField } from './read-field.ts';
import type { Group } from './tree/nodes.svelte.ts';
import { weightUnitOf } from './unit-of.ts';

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
    const { lastFill: last } = this;
    this.lastFill = null;
    for (const path of last?.paths ?? []) this.#removeRemembered(path);
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
