import type { Catalogue } from '../catalogue.ts';

export const backups: Catalogue['settings']['backups'] = {
  never: '尚未备份。如果这块磁盘损坏，服务方没有的内容将全部丢失。',
  good: (p) => `最近一次成功的备份：${p.when}，${p.entries} 条记录，位于 ${p.path}。`,
  failed: (p) => `最近一次备份失败：${p.when}。每小时重试一次。`,
  rehearsed: (p) => `已测试：${p.when}。已完整读取、恢复到临时文件夹、发送到模拟服务，随后删除。`,
  notRehearsed: '工作台空闲后立即测试。',
  rehearsalFailed: (p) => `测试失败：${p.when}。${p.says}`,
  atStart: '由启动选项 --backup-folder 指定。',
  now: '立即备份',
  restore: '恢复备份…',
  verify: '检查全部数据…',
  rescued: {
    damaged: (p) => `${p.when} 发现数据文件损坏。原文件原样保存在 ${p.aside}，已换用 ${p.made} 的备份：${p.from}。`,
    chosen: (p) => `${p.when} 本台恢复了 ${p.made} 的备份：${p.from}。之前的数据原样保存在 ${p.aside}。`,
  },
  cameBack: (p) =>
    `已恢复 ${p.entries} 条记录，并按救援日志补回之后的 ${p.fromJournal} 处更改。${p.maybeTaken} 单可能在此后已发送，重发前会逐一查询，或由您决定。未恢复：${p.lost}。`,
  kept: (p) =>
    `操作员、权限、PIN 和设置沿用原有的，没有采用备份中的（备份中不同的：${p.operators} 名操作员；设置：${p.settings === '' ? '无' : p.settings}）。${p.erased} 条记录此前已删除的个人信息已再次删除。`,
  notKept: '无法读取原有的操作员、权限、PIN 和设置，已采用备份中的。请检查它们，以及个人信息的保留时间。',
  ofBackup: '操作员、权限、PIN 和设置现为备份中的。请检查它们，以及个人信息的保留时间。',
  seen: '知道了',
};

export const restore: Catalogue['settings']['restore'] = {
  title: '恢复备份',
  hint: '输入日期或时间',
  none: '该文件夹中没有本台的备份。',
  noneLike: '没有与此日期或时间匹配的备份。',
  locked: '已加密',
  open: '未加密',
  withOlderKey: '使用旧口令加密',
  newest: '内容最新',
  openBesideLocked:
    '此备份未加密，而本台的备份均已加密。能写入该文件夹的人都可能改动过它，且无从查证。加密的备份更安全。',
  doOpen: '恢复此未加密的备份',
  olderKey: '此备份用已更换的口令加密。知道该口令的人都可能制作了它。较新的备份更安全。',
  doOlderKey: '仍然恢复此备份',
  ask: (p) => `恢复 ${p.when} 的备份？`,
  means: '工作台从该时间点继续。此后录入、修正或撤回的内容，会按救援日志补回。',
  asksFirst: '当时未完结的订单此后可能已发送。重发前会逐一向服务方查询，或由您决定。',
  keeps: '操作员、权限、PIN 和设置保持现状。此后已删除的个人信息会再次删除。',
  aside: '现有数据会保存到单独的文件夹。',
  do: '恢复此备份',
  busy: (p) => `正在恢复备份${p.percent === null ? '…' : `：${p.percent}%。`}期间无法保存任何内容。`,
  done: (p) => `已恢复 ${p.when} 的备份。`,
};

export const verify: Catalogue['settings']['verify'] = {
  title: '检查全部数据',
  busy: (p) => `正在读取已保存的全部数据：${p.percent}%。`,
  means: '检查期间可以继续工作。停止检查不会改动任何内容。',
  stop: '停止',
  stopping: '读完当前部分后停止…',
  whole: (p) => `没有损坏。已读取 ${p.entries} 条记录及与其一起保存的全部数据。`,
  damaged: (p) => `发现 ${p.count} 处损坏。`,
  ofEntry: (p) => `记录 ${p.key}：请与纸质单据核对。`,
  journal: '救援日志中有无法读取的行。只要数据没有损坏，就无需处理；请立即备份。',
  structure: '数据文件本身。请勿在此继续录入，并恢复最新的备份。',
  more: (p) => `另有 ${p.count} 处。命令行 verify 会全部列出。`,
  commandLine: '命令行 verify 会逐一列出每处损坏及处理办法。',
};

export const copiesLock: Catalogue['settings']['copiesLock'] = {
  title: '备份口令',
  open: '备份未加密：能读取该文件夹的人都能看到姓名和地址。',
  means: '设置口令后，备份和第二份救援日志从此加密。此前写入的备份和日志仍可读取。',
  kept: '口令本身不会保存。本台备份的密钥保存在数据文件夹中，与同样未加密的订单在一起，以便工作台测试备份，并在损坏后恢复备份。',
  passphrase: '口令',
  again: '再次输入口令',
  hint: (p) => `至少 ${p.least} 个字符。用四五个词便于记忆。`,
  set: '加密备份',
  change: '更改口令',
  changeMeans: '之前的备份只能用当时的口令或恢复页打开。备份保留多久，它们就要保留多久。',
  since: (p) => `自 ${p.when} 起，备份和第二份救援日志已加密。`,
  toPrint: '请立即打印恢复页，并与这台电脑分开存放。如果这台电脑丢失，加密的备份只能用口令或恢复页打开。',
  print: '打印恢复页',
  prove: '输入恢复页上密钥的最后两组，或扫描页上的条码',
  proved: '确认',
  onPaper: '恢复页已打印。',
  stop: '停止加密',
  stopAsk: '停止加密备份？',
  stopMeans: '能读取该文件夹的人都能看到新的备份。已加密的备份仍然加密。',
};
