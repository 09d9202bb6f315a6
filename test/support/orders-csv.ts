const recipientColumns = [
  'PackageId',
  'ServiceCode',
  'Contact',
  'Phone',
  'Country',
  'City',
  'Street1',
  'Postcode',
  'Weight',
];
const goodsColumns = ['Sku', 'Quantity', 'DeclareNameEn', 'DeclareNameCn', 'DeclareValue'];
const recipientNames = ['Zoë Åkesson', '王小明', 'Juan Pérez García', 'محمد العتيبي', 'Анна Петрова', '田中 美咲'];

/** A spreadsheet of `count` valid label orders with distinct keys. */
export function ordersCsv(count: number): Buffer {
  const lines = Array.from({ length: count }, (_, index) => {
    const recipient = [
      recipientNames[index % recipientNames.length],
      `+46 70 ${String(1_000_000 + index)}`,
      'SE',
      'Göteborg',
      'Storgatan 1',
    ];
    return [
      `CSV-${String(index + 1).padStart(5, '0')}`,
      'SGP',
      ...recipient,
      '41101',
      480,
      `SKU-${String(index % 90)}`,
      2,
    ]
      .concat(['Mug', '杯子', 4.2])
      .join(',');
  });
  return Buffer.from([[...recipientColumns, ...goodsColumns].join(','), ...lines, ''].join('\n'));
}
