import type { FieldDescription } from '../../../shared/service/describe-fields.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { unitOf } from './read-header.ts';

/**
 * Synonyms of fields in other programs, by last name: lower case, letters and digits only. Used only for a guess that a
 * person reviews, and only if no column has the field's own name. District is a synonym of Street2, since label orders
 * have no District.
 */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  PackageId: [
    'packagenumber',
    'packageno',
    'orderno',
    'ordernumber',
    'orderid',
    'reference',
    'ref',
    'orderref',
    'parcelref',
    'parcelno',
    'parcelnumber',
    'parcelid',
    '包裹号',
    '订单号',
    '单号',
  ],
  ServiceCode: [
    'service',
    'servicename',
    'shippingmethod',
    'shippingservice',
    'deliverymethod',
    'method',
    'carrier',
    '服务',
    '服务代码',
    '物流渠道',
    '渠道',
  ],
  Contact: [
    'name',
    'recipient',
    'recipientname',
    'consignee',
    'receiver',
    'shiptoname',
    'fullname',
    '收件人',
    '姓名',
    '收货人',
  ],
  Phone: ['tel', 'telephone', 'mobile', 'phonenumber', 'phoneno', 'mobilephone', '电话', '手机', '联系电话', '手机号'],
  Email: ['mail', 'emailaddress', '邮箱', '电子邮箱', '电子邮件'],
  Country: ['countrycode', 'shipcountry', 'destinationcountry', 'land', '国家', '国家代码', '目的国'],
  Province: ['state', 'region', 'stateprovince', 'county', '省', '省份', '州', '省州'],
  City: ['town', 'shipcity', '城市', '市'],
  Postcode: ['zip', 'zipcode', 'postalcode', 'postalzip', '邮编', '邮政编码'],
  Street1: [
    'address',
    'address1',
    'street',
    'addressline1',
    'streetaddress',
    'road',
    '地址',
    '详细地址',
    '街道',
    '地址1',
  ],
  Street2: ['address2', 'addressline2', 'district', 'suburb', 'borough', 'neighbourhood', '地址2', '区', '区县'],
  HouseNumber: ['houseno', 'housenr', '门牌号'],
  Weight: ['parcelweight', 'packageweight', 'grossweight', '重量', '包裹重量'],
  Sku: ['item', 'itemno', 'articleno', 'itemsku', 'productcode', 'itemcode', 'productsku', '商品编码', '货号'],
  Quantity: ['qty', 'pieces', 'pcs', 'amount', 'amountofpieces', 'numberofpieces', '数量', '件数'],
  DeclareNameEn: ['itemname', 'productname', 'description', 'goods', 'declaredname', '英文品名', '英文名称'],
  DeclareNameCn: ['chinesename', '中文品名', '中文名称', '品名'],
  DeclareValue: ['declaredvalue', 'unitprice', 'customsvalue', '申报价值', '申报价', '单价'],
  HsCode: ['hs', 'tariff', 'tariffcode', 'customscode', '海关编码'],
};

/** Words for the recipient's address, excluding the sender's. */
const recipientWords =
  /^(?:shipto|shipping|ship|deliverto|delivery|destination|recipients?|receivers?|consignees?|to|收件人?|收货人?|目的)(?=.)/u;
const addressFields: ReadonlySet<string> = new Set([
  'Contact',
  'Phone',
  'Email',
  'Country',
  'Province',
  'City',
  'Postcode',
  'Street1',
  'Street2',
  'HouseNumber',
]);

const fieldsWithSynonym = (bare: string): string[] =>
  Object.entries(synonyms).flatMap(([name, others]) => (others.includes(bare) ? [name] : []));

/** Fields a title may mean, by last name. */
export function fieldsBySynonym(bare: string): string[] {
  const found = fieldsWithSynonym(bare);
  const rest = bare.replace(recipientWords, '');
  if (found.length > 0 || rest === bare) return found;
  const own = [...addressFields].filter((name) => name.toLowerCase() === rest);
  return [...own, ...fieldsWithSynonym(rest)].filter((name) => addressFields.has(name));
}

/**
 * Words of headings for the payer and for the recipient, by which shops, marketplaces and ERPs distinguish two
 * addresses of an order.
 */
const payer =
  /\b(?:buyers?|purchasers?|payers?|customers?|clients?|bill(?:ing|ed)?|invoic(?:e|es|ing)|sold to|rechnung\w*|besteller|käufer|kunden?|acheteur|facturation|comprador|facturación|cliente)\b|买家|买方|买主|买手|购买人|付款人|客户|账单|发票/u;
const recipient =
  /\b(?:ship(?:ping|ped)?|deliver(?:y|ed)?|destination|recipients?|receivers?|consignees?|to address|liefer\w*|empfänger\w*|livraison|destinataire|entrega|envío|destinatario)\b|收件|收货|目的|派送/u;

/** Lower-case words separated by spaces: splits `buyerName`, `Bill-to Name` and `First Name (Billing)` alike. */
const words = (title: string): string =>
  title
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Whose address a heading names: the payer's or the recipient's; null if neither. With words for both, the recipient's.
 */
export function partyOf(title: string): 'payer' | 'recipient' | null {
  const text = words(title);
  if (recipient.test(text)) return 'recipient';
  return payer.test(text) ? 'payer' : null;
}

/** Spellings of units in headings of other programs, by usual name. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  mg: ['milligram', 'milligrams'],
  g: ['gr', 'gm', 'gms', 'gram', 'grams', 'gramm', 'gramme', 'grammes', '克'],
  kg: ['kgs', 'kilo', 'kilos', 'kilogram', 'kilograms', 'kilogramm', 'kilogramme', 'kilogrammes', '千克', '公斤'],
  t: ['tonne', 'tonnes', '吨'],
  oz: ['ounce', 'ounces', '盎司'],
  lb: ['lbs', 'pound', 'pounds', '磅'],
  mm: ['millimetre', 'millimetres', 'millimeter', 'millimeters', '毫米'],
  cm: ['centimetre', 'centimetres', 'centimeter', 'centimeters', '厘米', '公分'],
  m: ['metre', 'metres', 'meter', 'meters', '米'],
  in: ['inch', 'inches', '英寸'],
  ft: ['foot', 'feet', '英尺'],
  USD: ['$', 'us$', 'dollar', 'dollars', '美元', '美金'],
  EUR: ['€', 'euro', 'euros', '欧元'],
  GBP: ['£', '英镑'],
  CNY: ['¥', '￥', 'rmb', 'yuan', '元', '人民币'],
  JPY: ['yen', '円', '日元'],
};
const bySpelling = new Map(
  Object.entries(spellings).flatMap(([unit, others]) => [unit.toLowerCase(), ...others].map((one) => [one, unit])),
);
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** Currencies recognised without brackets: the codes of many others are also words. */
const usualCurrencies: ReadonlySet<string> = new Set(
  'AUD BRL CAD CHF CZK DKK HKD HUF IDR INR KRW MXN MYR NOK NZD PHP PLN RUB SEK SGD THB TWD VND ZAR'.split(' '),
);
/** Units that are also common words: recognised only in brackets. */
const onlyInBrackets: ReadonlySet<string> = new Set(['m', 't', 'in', 'ft', 'foot', 'feet', 'gr', 'meter', '元', '米']);

/** Normalises a unit; undefined if the text is none. */
function readUnit(text: string): string | undefined {
  const written = text.trim();
  const code = written.toUpperCase();
  return bySpelling.get(written.toLowerCase()) ?? (currencies.has(code) && /^[A-Z]{3}$/.test(code) ? code : undefined);
}

const bracketed = /[([{（［【]([^()[\]{}（）［］【】]{1,20})[)\]}）］】]/gu;

/**
 * Splits a heading into its name and the unit or currency in it, in brackets or as its last word (`Weight (kg)`,
 * `weight_in_kg`, `申报价值USD`).
 */
export function splitHeading(title: string): { name: string; unit: string | undefined } {
  for (const [whole, inside = ''] of title.matchAll(bracketed)) {
    const unit = readUnit(inside.replace(/^\s*in\s+/i, ''));
    if (unit !== undefined) return { name: title.replace(whole, ' ').trim(), unit };
  }
  const bare = title.trim().replace(/\s*\*$/, '');
  const [, name = '', last = ''] =
    /^(.*?[^\s_\-/:.,])[\s_\-/:.,]+(?:in[\s_-]+)?(\p{L}+|[$€£¥￥]|us\$)$/iu.exec(bare) ??
    /^(.*\p{Script=Han})([a-z]+|[$€£¥￥]|千克|公斤|盎司|毫米|厘米|公分|英寸|美元|美金|欧元|英镑|人民币|日元)$/iu.exec(
      bare,
    ) ??
    [];
  const unit = readUnit(last);
  const isUnit =
    unit !== undefined &&
    !onlyInBrackets.has(last.toLowerCase()) &&
    (bySpelling.has(last.toLowerCase()) || usualCurrencies.has(unit));
  return isUnit && name !== '' ? { name, unit } : { name: bare, unit: undefined };
}

/** The unit in a heading and that of its field; `expected` is undefined if the field's unit is unknown. */
export interface UnitMismatch {
  unit: string;
  expected: string | undefined;
}

/** How the unit in a heading differs from that of the field the column would fill; undefined if it does not. */
export function findUnitMismatch(
  title: string,
  field: FieldDescription,
  units: UnitSettings,
): UnitMismatch | undefined {
  if (!['number', 'integer', 'decimal'].includes(field.type)) return undefined;
  const { unit } = splitHeading(title);
  const expected = unitOf(field, units);
  if (unit === undefined || unit === (expected === undefined ? undefined : (readUnit(expected) ?? expected)))
    return undefined;
  return { unit, expected };
}
