/** One kind of goods in a cell that lists several. */
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
const piecesPattern = /^(\d{1,6})(?:\s*(?:x|×|pcs?|pieces?|piece|件|个|個|stück|stk|lots?|sets?|units?))?\.?$/i;

/**
 * Reads the goods of a cell that labels each value: `name:Mug|sku:M-1|quantity:2`, or several lines such as
 * `【1】 Mug (商家编码: M-1) (产品数量: 2 piece)`. Null if any of them lacks a SKU or a quantity, which is never guessed.
 */
export function readPackedGoods(cell: string): PackedGoods[] | null {
  if (cell.length > 100_000) return null;
  const parts = splitGoods(cell);
  const goods = parts.map(readGoods);
  return goods.length > 0 && goods.every((one) => one !== null) ? goods : null;
}

/** Splits a cell before each numbered item, such as `【1】`, or where its first label is repeated. */
function splitGoods(cell: string): string[] {
  const numberedItems = cell
    .split(/(?:^|\n)\s*(?:【\d{1,3}】|\[\d{1,3}\]|\(\d{1,3}\)|\d{1,3}[.)、])\s*/u)
    .filter((part) => part.trim() !== '');
  if (numberedItems.length > 1 || /^\s*【1】/.test(cell)) return numberedItems;
  const firstLabel = /^\s*([\p{L} ]{2,20})\s*[:：]/u.exec(cell)?.[1]?.trim();
  if (firstLabel === undefined) return [cell];
  const nextItemPattern = new RegExp(`(?:^|[\\n;|])\\s*(?=${firstLabel.replaceAll(/[^\p{L} ]/gu, '')}\\s*[:：])`, 'iu');
  return cell.split(nextItemPattern).filter((part) => part.trim() !== '');
}

function readGoods(text: string): PackedGoods | null {
  const goodsRead: PackedGoods = {};
  const figures = text
    .split(/[|\n;]|[()（）]/u)
    .map((figure) => figure.trim())
    .filter((figure) => figure !== '');
  for (const [index, figure] of figures.entries()) {
    const [, label = '', value = ''] = /^([\p{L}_ ]{1,30})\s*[:：]\s*(.*)$/u.exec(figure) ?? [];
    if (label === '') {
      if (index === 0) goodsRead.name ??= figure;
      continue;
    }
    const normalizedLabel = label.trim().replaceAll('_', ' ');
    if (skuLabels.test(normalizedLabel)) {
      if (goodsRead.sku !== undefined) return null;
      goodsRead.sku = value;
    } else if (quantityLabels.test(normalizedLabel)) {
      const [, count] = piecesPattern.exec(value) ?? [];
      if (count === undefined || goodsRead.quantity !== undefined) return null;
      goodsRead.quantity = Number(count);
    } else if (nameLabels.test(normalizedLabel)) goodsRead.name ??= value;
  }
  return goodsRead.quantity !== undefined && (goodsRead.sku ?? '') !== '' ? goodsRead : null;
}
