import type { CreateTexts } from '../created.ts';

/** Texts about each kind of create. */
export const creates: CreateTexts = {
  'label-order': { screen: '面单订单', row: '面单订单', begin: '新建面单订单', about: '一个包裹，在这里打印面单' },
  'drop-ship-order': { screen: '直发订单', row: '直发订单', begin: '新建直发订单', about: '一个包裹，直发收件人' },
  'box-order': { screen: '多箱订单', row: '多箱订单', begin: '新建多箱订单', about: '多个箱子，发给一个收件人' },
  declaration: { screen: '申报', row: '申报', begin: '新建申报', about: '包裹内容，用于海关申报' },
  'outbound-order': { screen: '出库订单', row: '出库订单', begin: '新建出库订单', about: '从库存发货给收件人' },
  'batch-outbound-order': {
    screen: '批量出库订单',
    row: '批量出库',
    begin: '新建批量出库订单',
    about: '从库存发货，装箱或打托',
  },
  'fba-order': { screen: 'FBA 订单', row: 'FBA 订单', begin: '新建 FBA 订单', about: '箱子发往 FBA 仓库' },
  'inbound-order': { screen: '入库订单', row: '入库订单', begin: '新建入库订单', about: '货物入库' },
  sku: { screen: 'SKU', row: 'SKU', begin: '新建 SKU', about: '登记新商品' },
};
