import type { Catalogue } from '../catalogue.ts';

export const skus: Catalogue['skus'] = {
  title: 'SKU 查询',
  find: '搜索',
  clear: '清空搜索',
  storage: { StorageNo: '库存编码', ClinetId: '客户', WarehouseId: '仓库' },
  wholeNumber: '请填整数。',
  asked: (p) => {
    const asked = [p.skus !== '0' && `${p.skus} 个 SKU`, p.storages !== '0' && `${p.storages} 个库存编码`].filter(
      (part) => part !== false,
    );
    return asked.length === 0 ? '不填 SKU 或编码时，由服务方决定列出哪些。' : `已查询：${asked.join('、')}。`;
  },
  status: '审核',
  size: '长 × 宽 × 高',
  approval: { any: '全部', Pending: '待审核', Approved: '已通过', Rejected: '未通过', other: '其他' },
  noStatus: '无状态',
  noneFound: '服务方没有找到此 SKU。',
  missing: (p) => `有 ${p.count} 个 SKU 服务方和本台都没有：`,
  create: (p) => `创建 ${p.sku}`,
  waiting: '等待创建',
  waitingMeans: '已在本台录入，服务方尚没有。',
};
