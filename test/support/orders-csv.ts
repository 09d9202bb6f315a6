const columns = ['PackageId', 'ServiceCode', 'Contact', 'Phone', 'Country', 'City', 'Street1', 'Postcode', 'Weight'];
const goods = ['Sku', 'Quantity', 'DeclareNameEn', 'DeclareNameCn', 'DeclareValue'];
const names = ['Zoë Åkesson', '王小明', 'Juan Pérez García', 'محمد العتيبي', 'Анна Петрова', '田中 美咲'];

/** A spreadsheet of `count` valid label orders with distinct keys. */
export function ordersCsv(count: number): Buffer {
  const lines = Array.from({ length: count }, (_, n) => {
    const recipient = [names[n % names.length], `+46 70 ${String(1_000_000 + n)}`, 'SE', 'Göteborg', 'Storgatan 1'];
    return [`CSV-${String(n + 1).padStart(5, '0')}`, 'SGP', ...recipient, '41101', 480, `SKU-${String(n % 90)}`, 2]
      .concat(['Mug', '杯子', 4.2])
      .join(',');
  });
  return Buffer.from([[...columns, ...goods].join(','), ...lines, ''].join('\n'));
}
