/** One kind of goods of several that stand in one cell. */
export interface PackedGoods {
  sku?: string;
  quantity?: number;
  name?: string;
}

const skuLabels =
  /^(?:sku|item sku|product sku|seller sku|code|item code|商家编码|商品编码|货号|sku编码|商品コード|artikelnummer)$/i;
const quantityLabels =
  /^(?:quantity|qty|amount|count|pieces|产品数量|商品数量|数量|個数|menge|anzahl|quantité|cantidad)$/i;
const nameLabels = /^(?:name|product name|item name|title|产品名称|商品名称|商品名|品名|bezeichnung)$/i;
const pieces = /^(\d{1,6})(?:\s*(?:x|×|pcs?|pieces?|piece|件|个|個|stück|stk|lots?|sets?|units?))?\.?$/i;

/**
 * Reads the goods of a cell that names each figure: `name:Mug|sku:M-1|quantity:2`, or several lines such as
 * `【1】 Mug (商家编码: M-1) (产品数量: 2 piece)`. Null if any goods in it lack an article number or a quantity: the rest
 * is never guessed.
 */
export function readPackedGoods(cell: string): PackedGoods[] | null {
  if (cell.length > 100_000) return null;
  const parts = splitGoods(cell);
  const goods = parts.map(readGoods);
  return goods.length > 0 && goods.every((one) => one !== null) ? goods : null;
}

/** Splits a cell where a number in brackets or the same first label begins again. */
function splitGoods(cell: string): string[] {
  const numbered = cell
    .split(/(?:^|\n)\s*(?:【\d{1,3}】|\[\d{1,3}\]|\(\d{1,3}\)|\d{1,3}[.)、])\s*/u)
    .filter((part) => part.trim() !== '');
  if (numbered.length > 1 || /^\s*【1】/.test(cell)) return numbered;
  const first = /^\s*([\p{L} ]{2,20})\s*[:：]/u.exec(cell)?.[1]?.trim();
  if (first === undefined) return [cell];
  const again = new RegExp(`(?:^|[\\n;|])\\s*(?=${first.replaceAll(/[^\p{L} ]/gu, '')}\\s*[:：])`, 'iu');
  return cell.split(again).filter((part) => part.trim() !== '');
}

function readGoods(text: string): PackedGoods | null {
  const found: PackedGoods = {};
  const figures = text
    .split(/[|\n;]|[()（）]/u)
    .map((figure) => figure.trim())
    .filter((figure) => figure !== '');
  for (const [at, figure] of figures.entries()) {
    const [, label = '', value = ''] = /^([\p{L}_ ]{1,30})\s*[:：]\s*(.*)$/u.exec(figure) ?? [];
    if (label === '') {
      if (at === 0) found.name ??= figure;
      continue;
    }
    const said = label.trim().replaceAll('_', ' ');
    if (skuLabels.test(said)) {
      if (found.sku !== undefined) return null;
      found.sku = value;
    } else if (quantityLabels.test(said)) {
      const [, count] = pieces.exec(value) ?? [];
      if (count === undefined || found.quantity !== undefined) return null;
      found.quantity = Number(count);
    } else if (nameLabels.test(said)) found.name ??= value;
  }
  return found.quantity !== undefined && (found.sku ?? '') !== '' ? found : null;
}
