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
