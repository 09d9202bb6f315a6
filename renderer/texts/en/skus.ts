export const skus = {
  title: 'SKUs',
  find: 'Search',
  clear: 'Clear search',
  storage: { StorageNo: 'Storage number', ClinetId: 'Client', WarehouseId: 'Warehouse' },
  wholeNumber: 'A whole number.',
  asked: (p: { skus: string; storages: string }) => {
    const asked = [
      p.skus !== '0' && `${p.skus} ${p.skus === '1' ? 'SKU' : 'SKUs'}`,
      p.storages !== '0' && `${p.storages} storage ${p.storages === '1' ? 'number' : 'numbers'}`,
    ].filter((part) => part !== false);
    return asked.length === 0
      ? 'Without a SKU or number the service lists what it likes.'
      : `Asked for ${asked.join(' and ')}.`;
  },
  status: 'Approval',
  size: 'L × W × H',
  approval: { any: 'All', Pending: 'Awaiting', Approved: 'Approved', Rejected: 'Rejected', other: 'Other' },
  noStatus: 'not told',
  noneFound: 'The service names no such SKU.',
  missing: (p: { count: string; one: boolean }) =>
    p.one ? 'One SKU is known neither there nor here:' : `${p.count} SKUs are known neither there nor here:`,
  create: (p: { sku: string }) => `Create ${p.sku}`,
  waiting: 'Still to be created',
  waitingMeans: 'Captured at this desk; the service does not have them yet.',
};
