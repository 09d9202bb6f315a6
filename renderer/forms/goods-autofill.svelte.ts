import type { RememberedGoods } from '../../shared/contract/memory-procedures.ts';
import type { ListPart } from '../../shared/creates/form/form-layout.ts';
import { goodsFactNames } from '../../shared/creates/goods-facts.ts';
import { lastName, linesIn, fieldInLine } from '../../shared/path/path.ts';
import { isEndpointNumber, type EndpointNumber } from '../../shared/service/endpoints.ts';
import { choices } from '../choices/choices.svelte.ts';
import { desk } from '../state/desk-watch.svelte.ts';
import { ask } from '../transport/desk.ts';
import { weightUnitOf } from './field-texts.ts';
import type { Group } from './form-tree.svelte.ts';
import type { OrderForm } from './order-form.svelte.ts';
import { decimalSignOf, writeField } from './read-field.ts';
import { sumLines } from './line-sums.ts';

/** The goods memory's name for the identifier that a field of a line holds; undefined for any other field. */
export function goodsIdentifierOf(path: string): 'Sku' | 'DeclareNameEn' | undefined {
  if (linesIn(path).length === 0) return undefined;
  const name = lastName(path);
  if (name === 'Sku') return 'Sku';
  return name === 'DeclareNameEn' || name === 'DeclareNameEN' ? 'DeclareNameEn' : undefined;
}

/** Fields that set another weight unit for their line or for the parcel. */
const unitNames = ['WeightUnit', 'Package.WeightUnit'];

/**
 * Fills in the parcel weight: the remembered weights of its goods times their quantities. It is updated with the goods
 * until a user types a weight. A weight that the user removed stays blank until the goods change.
 */
export class ParcelWeight {
  readonly #form: OrderForm;
  readonly #parts: readonly ListPart[];
  #lastWeight = '';

  constructor(form: OrderForm, lists: readonly ListPart[]) {
    this.#form = form;
    this.#parts = lists.filter(
      ({ isWeightPerPiece: each, declaredTotals: declared }) => each === true && declared?.weight !== undefined,
    );
  }

  /** Called when goods or their quantities have changed. */
  update(): void {
    const form = this.#form;
    for (const part of this.#parts) {
      const path = part.declaredTotals?.weight ?? '';
      const text = form.textAt(path);
      const origin = form.origins.originOf(path);
      const isFilledByDesk = origin === 'remembered';
      // A weight carried over from other goods and not reviewed.
      const isCarriedOver = origin === 'carried' || origin === 'template';
      const weightText = this.#weightOfGoods(part);
      if (weightText === this.#lastWeight) continue;
      this.#lastWeight = weightText;
      if (weightText !== '' && (isFilledByDesk || isCarriedOver || text.trim() === ''))
        form.prefill(path, weightText, 'remembered');
      else if (isFilledByDesk) form.enterText(path, '');
    }
  }

  /** Called when the form restarts. */
  clear(): void {
    this.#lastWeight = '';
  }

  // Empty if the weight or the quantity of any goods is unknown.
  #weightOfGoods(part: ListPart): string {
    const form = this.#form;
    const { list, piecesColumn: pieces = '', weightColumn: weight = '' } = part;
    const decimalSign = decimalSignOf(choices.locale);
    const isFilled = (path: string) => form.textAt(path).trim() !== '';
    for (let line = 0; line < form.lineCount(list); line++) {
      if (form.isLineEmpty(list, line)) continue;
      const weightPath = fieldInLine(list, line, weight);
      const isRemembered = form.origins.originOf(weightPath) === 'remembered';
      if (
        !isRemembered ||
        !isFilled(fieldInLine(list, line, pieces)) ||
        isFilled(fieldInLine(list, line, 'WeightUnit'))
      )
        return '';
    }
    const sums = sumLines(form, part, list, decimalSign);
    return sums.hasUnreadable || sums.weight === null || unitNames.some(isFilled)
      ? ''
      : sums.weight.replace('.', decimalSign);
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

const factFields: ReadonlySet<string> = new Set(Object.values(goodsFactNames).flat());

/** Fills empty fields of goods lines with what was last entered for these goods. Typed text is never overwritten. */
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
  onFieldCompleted(path: string): void {
    this.#lookUp(path);
    this.#weight.update();
  }

  #lookUp(path: string): void {
    const identifier = goodsIdentifierOf(path);
    const linePosition = linesIn(path).at(-1);
    if (!identifier || !linePosition) return;
    const text = this.#form.textAt(path).trim();
    const line = this.#form.tree.findLine(linePosition.list, linePosition.line);
    if (!line) return;
    // Look up by name only if the line has no SKU, which is more precise.
    if (identifier !== 'Sku' && line.textAt('Sku').trim() !== '') return;
    if ((this.#lookedUpBy.get(line) ?? '') === text) return;
    this.#lookedUpBy.set(line, text);
    this.#removeFacts(linePosition.list, linePosition.line);
    if (text === '' || text.length > 200) return;
    const lookup = ask('goods.of', identifier === 'Sku' ? { Sku: text } : { DeclareNameEn: text }).then((answer) => {
      const goods = answer.ok ? answer.value.goods : null;
      // A late answer is dropped if the line holds other goods by now.
      if (goods && this.#form.textAt(path).trim() === text) this.#fill(linePosition.list, linePosition.line, goods);
    });
    this.#pendingLookups = Promise.all([this.#pendingLookups, lookup]).then(() => undefined);
  }

  /** Resolves when no lookup is in progress. */
  whenDone(): Promise<void> {
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
  markLookedUp(): void {
    this.clear();
    for (const [path, text] of this.#form.texts) {
      const identifier = goodsIdentifierOf(path);
      const linePosition = linesIn(path).at(-1);
      if (!identifier || !linePosition || text.trim() === '') continue;
      const line = this.#form.tree.findLine(linePosition.list, linePosition.line);
      if (line && (identifier === 'Sku' || line.textAt('Sku').trim() === '')) this.#lookedUpBy.set(line, text.trim());
    }
  }

  #fill(list: string, line: number, goods: RememberedGoods): void {
    const paths: string[] = [];
    for (const fact of filledFacts) {
      const value = goods.facts[fact];
      if (value === undefined || (fact === 'Weight' && !this.#hasSameWeightUnit(goods.endpoint))) continue;
      const path = goodsFactNames[fact]
        ?.map((name) => fieldInLine(list, line, name))
        .find((candidate) => this.#form.fieldAt(candidate));
      if (path === undefined || this.#form.textAt(path).trim() !== '') continue;
      this.#form.prefill(path, writeField(value, choices.locale), 'remembered');
      paths.push(path);
    }
    if (paths.length > 0) this.lastFill = { name: goods.name, paths };
    this.#weight.update();
  }

  // Weights are not converted: a weight in another unit is not used.
  #hasSameWeightUnit(endpoint: number): boolean {
    const formEndpoint = this.#form.endpoint;
    const weightUnitFor = (ofEndpoint: EndpointNumber) => weightUnitOf(ofEndpoint, desk.settings);
    return (
      endpoint === formEndpoint ||
      (isEndpointNumber(endpoint) && weightUnitFor(endpoint) === weightUnitFor(formEndpoint))
    );
  }

  // Removes facts of the previous goods, filled in from memory or carried over with them.
  #removeFacts(list: string, line: number): void {
    const { origins } = this.#form;
    for (const [path] of [...this.#form.textsInLine(list, line)]) {
      this.#removeRemembered(path);
      const origin = origins.originOf(path);
      if ((origin !== 'carried' && origin !== 'template') || !factFields.has(lastName(path))) continue;
      this.#form.enterText(path, '');
      this.#form.fieldsToReconfirm.requireReconfirm(path);
    }
  }

  #removeRemembered(path: string): void {
    const { origins } = this.#form;
    if (origins.originOf(path) === 'remembered') this.#form.enterText(path, '');
  }
}
