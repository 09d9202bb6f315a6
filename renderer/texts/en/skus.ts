import { counting } from '../plural.ts';

const n = counting('en');

export const skus = {
  title: 'SKUs',
  find: 'Search',
  clear: 'Clear search',
  storage: { StorageNo: 'Storage number', ClinetId: 'Client', WarehouseId: 'Warehouse' },
  wholeNumber: 'A whole number.',
  asked: (p: { skus: string; storages: string }) => {
    const asked = [
      p.skus !== '0' && n(p.skus, '# SKU', '# SKUs'),
      p.storages !== '0' && n(p.storages, '# storage number', '# storage numbers'),
    ].filter((part) => part !== false);
    return asked.length === 0
      ? 'Without a SKU or number the service decides what it lists.'
      : `Looked up: ${asked.join(' and ')}.`;
  },
  status: 'Approval',
  size: 'L × W × H',
  approval: { any: 'All', Pending: 'Awaiting', Approved: 'Approved', Rejected: 'Rejected', other: 'Other' },
  noStatus: 'not told',
  noneFound: 'The service names no such SKU.',
  missing: (p: { count: string }) =>
    n(p.count, 'One SKU is known neither there nor here:', '# SKUs are known neither there nor here:'),
  create: (p: { sku: string }) => `Create ${p.sku}`,
  waiting: 'Still to be created',
  waitingMeans: 'Entered at this desk; the service does not have them yet.',
};
