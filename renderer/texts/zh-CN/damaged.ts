import type { Catalogue } from '../catalogue.ts';

const restore = '请勿在此继续录入；请将最新的备份连同救援日志恢复到一个空文件夹。';

export const damaged: Catalogue['damaged'] = {
  unreadable: { what: '无法读取的数据行', do: restore },
  missing: { what: '缺失的数据行', do: restore },
  fact: { what: '本文件夹的标识', do: restore },
  setting: { what: '某项设置', do: '请检查各项设置并重新保存。' },
  counter: { what: '列表上的计数', do: '' },
  stock: { what: '待发订单占用的库存', do: '请勿依赖库存页中待发订单的数字。' },
  address: { what: '某个记住的收件人', do: '请将推荐的收件人与纸质单据核对。' },
  goods: { what: '记住的货物', do: '请将推荐的货物与纸质单据核对。' },
  answer: { what: '某次查询的最后回应', do: '请重新查询。' },
  command: { what: '某次操作的回应', do: '重复操作之前，请先查看订单记录。' },
  alike: { what: '用于重复提醒的数据', do: '表单可能漏报重复订单。' },
  search: { what: '搜索文本', do: '没有丢失任何内容：列表会显示全部。' },
  index: { what: '搜索索引', do: '无需处理：会自动重建。' },
  print: { what: '某个打印任务', do: '再次打印之前，请先核对哪些面单已打印。' },
  act: { what: '操作日志中的一行', do: '' },
  handover: { what: '某次与承运商的交接', do: '请将交接单与本台的交接核对。' },
  list: { what: '某个代码表', do: '请重新导入该代码表。' },
  shape: {
    what: '数据库的结构',
    do: '请备份，并恢复到另一个文件夹：各行数据会复制到新的表中。如果被拒绝，请恢复更早的备份及救援日志。',
  },
  'list-import': { what: '某个代码表的导入', do: '请重新导入该代码表。' },
  template: { what: '某个模板', do: '请打开模板，核对后重新保存。' },
  operator: { what: '某位操作员', do: '请重新设置操作员的短代码和 PIN。' },
  watch: { what: '某个关注的运单号', do: '请移除关注的运单号，再重新添加。' },
  memory: { what: '未填完的表单或某项选择', do: '请将未填完的表单与纸质单据核对。' },
};
