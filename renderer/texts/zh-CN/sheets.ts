import type { Catalogue } from '../catalogue.ts';

export const sheets: Catalogue['sheets'] = {
  title: { keys: '快捷键', codes: '指令码', badges: '工牌', recovery: '恢复页' },
  lead: {
    keys: '前几组快捷键在任何位置都有效。',
    codes: '扫描条码即执行其指令，无论光标在哪里。更新后请重新打印。',
    badges: '剪下后扫描即可接手本台。工牌说明是谁做的，不起保护作用。',
    recovery: '不用口令也能打开本台加密的备份和第二份日志。请与这台电脑和备份分开存放。',
  },
  recovery: {
    desk: '工作台',
    folder: '文件夹',
    set: '设置于',
    key: '恢复密钥',
    check: '每组的最后一个字符是校验字符。不使用 I、L、O、U 和 Z。',
    whenGone: '如果这台电脑丢失',
    steps: [
      '在另一台电脑上安装包裹台（Parcel Desk）。',
      '在备份文件夹中打开本台的文件夹（名称见上），取最新的文件：parcel-desk-….db.locked',
      '将恢复密钥或口令写进一个文本文件：key.txt',
      'parcel-desk --desk restore --from FILE --data DIR --journal JOURNAL --key-file key.txt',
      '删除 key.txt。在 DIR 上启动工作台，并重新输入服务的密钥。',
    ],
  },
  cannotPrint: '此窗口不能打印。请在浏览器中打开工作台再打印。',
  handedOver: '已发送到打印机。',
  cancelled: '已取消打印。',
  dialogOpen: '打印对话框已打开，请先处理它。',
  noPrinter: '这台电脑没有安装打印机。没有打印任何内容。',
  failed: (p) => `没有打印${p.said === '' ? '' : `（${p.said}）`}。请检查打印机后重新打印。`,
  noOperators: '还没有操作员，请先添加。',
};
