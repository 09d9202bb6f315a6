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
      ? 'Without a SKU or number, the service decides what to list.'
      : `Looked up: ${asked.join(' and ')}.`;
  },
  status: 'Approval',
  size: 'L × W × H',
  approval: { any: 'All', Pending: 'Awaiting', Approved: 'Approved', Rejected: 'Rejected', other: 'Other' },
  noStatus: 'no status',
  noneFound: 'The service found no such SKU.',
  missing: (p: { count: string }) =>
    n(
      p.count,
      'One SKU is unknown to the service and to this desk:',
      '# SKUs are unknown to the service and to this desk:',
    ),
  create: (p: { sku: string }) => `Create ${p.sku}`,
  waiting: 'Waiting to be created',
  waitingMeans: 'Entered at this desk; not at the service yet.',
};
