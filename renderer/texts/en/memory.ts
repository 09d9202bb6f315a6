import { counting } from '../plural.ts';

const n = counting('en');

export const memory = {
  lead: 'What this desk has learned from earlier orders, so that it is typed only once. Deleting something here changes no order.',
  tab: { addresses: 'Addresses', goods: 'Goods', lists: 'Lists', templates: 'Templates' },
  list: {
    services: 'Services',
    warehouses: 'Warehouses',
    skus: 'SKUs',
    locations: 'Locations',
    shippingTypes: 'Shipping types',
  },
  goodsHint: 'Part of a SKU, name or HS code',
  templateHint: 'Part of a name, kind or operator',
  codeHint: 'Part of a code or name',
  listHint: 'A CSV file with a code and a name in each line replaces the list imported before.',
  importInto: (p: { list: string }) => `Import: ${p.list}`,
  imported: (p: { count: string; list: string; file: string }) =>
    `${p.list}: ${n(p.count, '# code', '# codes')} imported from ${p.file}.`,
  readAs: (p: { encoding: string }) => `Read as ${p.encoding}: check the names.`,
  counted: (p: { imported: string; learned: string }) => `${p.imported} imported, ${p.learned} from use`,
  noText: 'This is not a text file. Save the spreadsheet as CSV.',
  fileTooLong: (p: { most: string }) =>
    `This file has more than ${n(p.most, '# character', '# characters')}. Nothing was imported.`,
  none: 'No match.',
  noAddresses: 'No address yet. Recipients are remembered as orders are saved.',
  noGoods: 'No goods yet. They are remembered as orders are saved.',
  noCodes: 'No codes yet. Import a list, or enter orders: the codes used are remembered.',
  noTemplates: 'No templates yet. Save one from a form.',
  found: (p: { count: string }) => `${p.count} found.`,
  first: (p: { count: string }) => `The first ${p.count}; type more to narrow down.`,
  forgetAsk: (p: { name: string }) => `Delete ${p.name}?`,
  forgetAddress:
    'It is no longer suggested. Orders keep their addresses; if it is entered again, it is remembered again.',
  forgetGoods: 'These goods are no longer suggested. Orders keep them.',
  forgetTemplate: 'The template is deleted. Orders made with it stay.',
  renameAsk: (p: { name: string }) => `Rename ${p.name}`,
  renamed: (p: { name: string }) => `Renamed to ${p.name}.`,
  nameTaken: 'Another template of this kind has that name.',
  forgotten: (p: { name: string }) => `${p.name} deleted.`,
};
