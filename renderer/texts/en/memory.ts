import { counting } from '../plural.ts';

const n = counting('en');

export const memory = {
  lead: 'What this desk has learned from what was entered, so that it is typed once. Forgetting changes no order.',
  tab: { addresses: 'Addresses', goods: 'Goods', lists: 'Lists', templates: 'Templates' },
  list: {
    services: 'Services',
    warehouses: 'Warehouses',
    skus: 'SKUs',
    locations: 'Locations',
    shippingTypes: 'Shipping types',
  },
  goodsHint: 'Any part of a SKU, a name, an HS code',
  templateHint: 'Any part of a name, a kind, an operator',
  codeHint: 'Any part of a code or a name',
  listHint: 'A CSV file with a code and a name in each line takes the place of the list imported before.',
  importInto: (p: { list: string }) => `Import: ${p.list}`,
  imported: (p: { count: string; list: string; file: string }) =>
    `${p.list}: ${n(p.count, '# code', '# codes')} imported from ${p.file}.`,
  readAs: (p: { encoding: string }) => `It was read as ${p.encoding}: look at the names.`,
  counted: (p: { imported: string; learned: string }) => `${p.imported} imported, ${p.learned} from use`,
  noText: 'This file is no text. Save the spreadsheet as CSV.',
  fileTooLong: (p: { most: string }) =>
    `This file has more than ${n(p.most, '# character', '# characters')}. Nothing was imported.`,
  none: 'Nothing remembered has that in it.',
  noAddresses: 'No address yet. Recipients are remembered as orders are saved.',
  noGoods: 'No goods yet. They are remembered as orders are saved.',
  noCodes: 'No codes yet. Import a list, or enter orders: codes that are used are remembered.',
  noTemplates: 'No templates yet. A form saves them.',
  found: (p: { count: string }) => `${p.count} found.`,
  first: (p: { count: string }) => `The first ${p.count}; type more to find others.`,
  forgetAsk: (p: { name: string }) => `Forget ${p.name}?`,
  forgetAddress: 'It is no longer offered. Orders keep their addresses; entering it again remembers it again.',
  forgetGoods: 'What was said of these goods is no longer offered. Orders keep it.',
  forgetTemplate: 'The template is gone. Orders made with it stay.',
  renameAsk: (p: { name: string }) => `Rename ${p.name}`,
  renamed: (p: { name: string }) => `It is called ${p.name} now.`,
  nameTaken: 'Another template of this kind has that name.',
  forgotten: (p: { name: string }) => `${p.name} is forgotten.`,
};
