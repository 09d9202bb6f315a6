import type { Catalogue } from '../catalogue.ts';

export const find: Catalogue['find'] = {
  box: '在本台查找任何内容',
  hint: '编号、姓名、电话、SKU',
  finds: '查找结果',
  group: {
    entries: '记录',
    numbers: '运单号',
    recipients: '地址簿',
    skus: 'SKU',
    templates: '模板',
    all: '全部',
  },
  watched: { moving: '关注中', delivered: '已送达' },
  all: (p) => (p.most ? `订单记录中最匹配的 ${p.count} 条` : `订单记录中全部 ${p.count} 条`),
  count: (p) => `找到 ${p.count} 项，方向键选择，回车打开`,
  none: (p) => `本台没有与“${p.text}”匹配的内容。`,
  filtered: (p) => `已按“${p.text}”筛选`,
};
