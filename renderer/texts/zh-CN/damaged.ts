import type { Catalogue } from '../catalogue.ts';

const restore = '请勿在此继续录入；请把最新的备份连同救援日志恢复到一个空文件夹。';

export const damaged: Catalogue['damaged'] = {
  unreadable: { what: '无法再读取的数据行', do: restore },
  missing: { what: '已消失的数据行', do: restore },
  fact: { what: '本文件夹自身的信息', do: restore },
  setting: { what: '某项设置', do: '请检查各项设置并重新保存。' },
  counter: { what: '列表上的数字', do: '' },
  stock: { what: '待发订单占用的库存', do: '请勿依赖库存中关于待发订单的数字。' },
  address: { what: '某个记住的收件人', do: '请把工作台提供的收件人与纸质单据核对。' },
  goods: { what: '记住的货品信息', do: '请把工作台提供的货品与纸质单据核对。' },
  answer: { what: '某次查询的最后回应', do: '请重新查询。' },
  command: { what: '某次操作的回应', do: '重复操作之前，请先查看订单记录。' },
  alike: { what: '识别重复录入的依据', do: '表单可能不会提醒与您所录相同的订单。' },
  search: { what: '搜索的依据', do: '没有丢失任何内容：列表会显示全部。' },
  index: { what: '搜索索引', do: '无需处理：系统会重新建立。' },
  print: { what: '某个打印任务', do: '再次打印面单之前，请先核对已打出的纸张。' },
  act: { what: '操作记录中的一行', do: '' },
  handover: { what: '一次交接记录', do: '请将交接单与系统记录的交接包裹核对。' },
  list: { what: '某个代码列表', do: '请重新导入该列表。' },
  shape: {
    what: '表的结构',
    do: '请制作备份，并恢复到另一个文件夹：其中的记录会放入重新建立的表。若被拒绝，请恢复更早的备份及救援日志。',
  },
  'list-import': { what: '某个列表的导入', do: '请重新导入该列表。' },
  template: { what: '某个模板', do: '请打开模板，核对后重新保存。' },
  operator: { what: '某位操作员', do: '请重新设置操作员的代码和 PIN。' },
  watch: { what: '某个关注的单号', do: '请把关注的单号移出列表后重新加入。' },
  memory: { what: '未填完的表单或某项选择', do: '请把未填完的表单与纸质单据核对。' },
  meter: { what: '录入耗时的统计', do: '' },
};
