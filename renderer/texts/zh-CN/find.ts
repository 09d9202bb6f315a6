import type { Catalogue } from '../catalogue.ts';

export const find: Catalogue['find'] = {
  box: '查找本机上的一切',
  hint: '编号、姓名、电话、SKU',
  finds: '查找结果',
  group: {
    entries: '记录',
    numbers: '跟踪号',
    recipients: '地址簿',
    skus: 'SKU',
    templates: '模板',
    all: '全部',
  },
  watched: { moving: '关注中', delivered: '已送达' },
  all: (p) => (p.most ? `在订单记录中查看最匹配的 ${p.count} 条` : `在订单记录中查看全部 ${p.count} 条`),
  count: (p) => `有 ${p.count} 个选项，方向键选择，回车打开`,
  none: (p) => `本机上没有包含“${p.text}”的内容。`,
  filtered: (p) => `仅显示包含“${p.text}”的记录`,
};
