/**
 * The fields of a label order (endpoint 2) in the order a counter needs them: the first ten are what nearly every parcel has,
 * the rest folds away by what it is about. Every field of the contract stands here once; a test says so. Which are texts,
 * numbers or flags, and their limits, the contract tells.
 */
export const labelOrderFirst = {
  order: ['Package.PackageId', 'Package.ServiceCode', 'Package.Weight'],
  recipient: [
    'Package.ShipToAddress.Contact',
    'Package.ShipToAddress.Phone',
    'Package.ShipToAddress.Country',
    'Package.ShipToAddress.Province',
    'Package.ShipToAddress.City',
    'Package.ShipToAddress.Postcode',
    'Package.ShipToAddress.Street1',
  ],
} as const;

/** Columns of the grid of goods; the others open with the line. */
export const labelOrderLineFirst = [
  'Package.Skus[].Sku',
  'Package.Skus[].Quantity',
  'Package.Skus[].DeclareNameEn',
  'Package.Skus[].DeclareNameCn',
  'Package.Skus[].DeclareValue',
  'Package.Skus[].Weight',
  'Package.Skus[].HsCode',
] as const;

export const labelOrderLineMore = [
  'Package.Skus[].ProductName',
  'Package.Skus[].Price',
  'Package.Skus[].MaterialEN',
  'Package.Skus[].NewDeclareValue.Value',
  'Package.Skus[].NewDeclareValue.Currency',
  'Package.Skus[].ExportsDeclareValue.Value',
  'Package.Skus[].ExportsDeclareValue.Currency',
  'Package.Skus[].Duty.Value',
  'Package.Skus[].Duty.Currency',
  'Package.Skus[].DutyTaxRate',
  'Package.Skus[].ProductCategories',
  'Package.Skus[].ProductDescription',
  'Package.Skus[].SaleURL',
  'Package.Skus[].ProductLink',
  'Package.Skus[].PlatformItemId',
  'Package.Skus[].PlatformTransactionId',
] as const;

export const labelOrderFolded = {
  size: ['Package.Length', 'Package.Width', 'Package.Height'],
  recipientMore: [
    'Package.ShipToAddress.HouseNumber',
    'Package.ShipToAddress.Street2',
    'Package.ShipToAddress.Email',
    'Package.ShipToAddress.TaxId',
    'Package.ShipToAddress.TypeOfTaxId',
    'Package.ShipToAddress.IDNumber',
    'Package.ShipToAddress.RecipientBirthday',
    'Package.ShipToAddress.BankCardLast4digits',
    'Package.ShipToAddress.PaymentType',
    'Package.ShipToAddress.IssuingInstitution',
    'Package.ShipToAddress.Taxfree',
    'Package.ShipToAddress.DutyParagraph',
    'Package.LockerId',
  ],
  money: [
    'Package.SellPrice',
    'Package.SellPriceCurrency',
    'Package.CodAmount',
    'Package.CodAmountStr',
    'Package.Duty.Value',
    'Package.Duty.Currency',
    'Package.DutyTaxRate',
    'Package.VatCode',
    'Package.GoodsValueType',
  ],
  platform: ['Package.SalesPlatform', 'Package.OtherSalesPlatform'],
  ownLabel: ['Package.CarrierName', 'Package.ImportTrackingNumber', 'Package.ImportLabel', 'Package.Custom'],
  sender: [
    'Package.Sender.Contact',
    'Package.Sender.Phone',
    'Package.Sender.Email',
    'Package.Sender.Country',
    'Package.Sender.Province',
    'Package.Sender.City',
    'Package.Sender.Postcode',
    'Package.Sender.Street1',
    'Package.Sender.Street2',
    'Package.Sender.HouseNumber',
  ],
  exporter: [
    'Package.ExportsInfo.Company',
    'Package.ExportsInfo.Contact',
    'Package.ExportsInfo.EoriCode',
    'Package.ExportsInfo.Phone',
    'Package.ExportsInfo.Email',
    'Package.ExportsInfo.Country',
    'Package.ExportsInfo.Province',
    'Package.ExportsInfo.City',
    'Package.ExportsInfo.Postcode',
    'Package.ExportsInfo.Street1',
    'Package.ExportsInfo.Street2',
  ],
  importer: [
    'Package.ImportsInfo.Company',
    'Package.ImportsInfo.Contact',
    'Package.ImportsInfo.EoriCode',
    'Package.ImportsInfo.Phone',
    'Package.ImportsInfo.Email',
    'Package.ImportsInfo.Country',
    'Package.ImportsInfo.Province',
    'Package.ImportsInfo.City',
    'Package.ImportsInfo.Postcode',
    'Package.ImportsInfo.Street1',
    'Package.ImportsInfo.Street2',
  ],
  handling: ['Location', 'Package.Remark', 'Remark', 'SubmitLater', 'Package.IsCreateNewOrder'],
} as const;

type PathsOf<T> = T extends Record<string, readonly (infer P)[]> ? P : never;
export type LabelOrderPath =
  | PathsOf<typeof labelOrderFirst>
  | PathsOf<typeof labelOrderFolded>
  | (typeof labelOrderLineFirst)[number]
  | (typeof labelOrderLineMore)[number];

type LastName<P extends string> = P extends `${string}.${infer Rest}` ? LastName<Rest> : P;
/** Every name of a field a label order has: each needs words in every language. */
export type LabelOrderName = LastName<LabelOrderPath>;
export type LabelOrderSection = keyof typeof labelOrderFirst | keyof typeof labelOrderFolded | 'goods';

export const labelOrderPaths: readonly LabelOrderPath[] = [
  ...Object.values(labelOrderFirst).flat(),
  ...labelOrderLineFirst,
  ...labelOrderLineMore,
  ...Object.values(labelOrderFolded).flat(),
];
