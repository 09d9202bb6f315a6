import type { Catalogue } from '../catalogue.ts';

export const backups: Catalogue['settings']['backups'] = {
  never: '从未备份。如果这块磁盘损坏，服务方没有的内容将全部丢失。',
  good: (p) => `最近一份完好的副本：${p.when}，${p.entries} 条记录，位于 ${p.path}。`,
  failed: (p) => `最近一次备份失败：${p.when}。每小时会再试一次。`,
  rehearsed: (p) => `已试恢复：${p.when}。完整读取、在旁边恢复、向模拟服务发送，然后已清除。`,
  notRehearsed: '工作台空闲时会立即试恢复。',
  rehearsalFailed: (p) => `试恢复：${p.when}，未成功。${p.says}`,
  atStart: '在启动工作台时指定：--backup-folder。',
  now: '立即备份',
  restore: '恢复到某个备份…',
  verify: '检查全部数据…',
  rescued: {
    damaged: (p) => `${p.when} 发现数据文件已损坏。它原样保存在 ${p.aside}。现在使用的是 ${p.made} 的备份：${p.from}。`,
    chosen: (p) => `${p.when} 本台恢复到了 ${p.made} 的备份：${p.from}。之前的数据原样保存在 ${p.aside}。`,
  },
  cameBack: (p) =>
    `恢复了 ${p.entries} 条记录，其中 ${p.fromJournal} 条之后的操作来自救援日志。${p.maybeTaken} 条可能在此后已发送，重发前会核对或询问。未能恢复：${p.lost}。`,
  kept: (p) =>
    `操作员、权限、PIN 和设置沿用之前的，而不是备份里的（与备份不同：${p.operators} 名操作员；设置：${p.settings === '' ? '无' : p.settings}）。已清除个人资料的 ${p.erased} 条记录已再次清除。`,
  notKept: '无法读取之前的操作员、权限、PIN 和设置，现在使用的是备份里的。请检查它们，以及个人资料的保留天数。',
  ofBackup: '操作员、权限、PIN 和设置当时都换成了备份里的。请检查它们，以及个人资料的保留天数。',
  seen: '我已阅读',
};

export const restore: Catalogue['settings']['restore'] = {
  title: '恢复到某个备份',
  hint: '输入日期或时间',
  none: '该文件夹中没有本台的备份。',
  noneLike: '没有日期或时间与此相符的备份。',
  locked: '已加锁',
  open: '未加锁',
  withOlderKey: '使用旧口令',
  newest: '内容最新',
  openBesideLocked:
    '本台的备份都已加锁，而这个备份没有加锁。能写入该文件夹的人都可能改过它，并且无从查证。请优先使用加锁的备份。',
  doOpen: '仍恢复到这个未加锁的备份',
  olderKey: '此备份由已更换的口令加锁。知道旧口令的人都可能制作了它。请优先使用更换口令之后的备份。',
  doOlderKey: '仍恢复到此备份',
  ask: (p) => `恢复到 ${p.when} 的备份？`,
  means: '工作台将从当时的数据继续。之后录入、修正或撤回的内容，会按救援日志重新补上。',
  asksFirst: '尚未办完的可能已在之后发送过：再次发送前会先向服务核对，或询问您。',
  keeps: '操作员、权限、PIN 和设置保持现在的样子。此后已清除的个人资料会再次清除。',
  aside: '现在的数据会另存到单独的文件夹，保持不变。',
  do: '恢复到此备份',
  busy: (p) => `正在读取并恢复备份${p.percent === null ? '' : `（${p.percent}%）`}，其间无法保存任何内容。`,
  done: (p) => `已恢复 ${p.when} 的备份。`,
};

export const verify: Catalogue['settings']['verify'] = {
  title: '检查全部数据',
  busy: (p) => `正在读取全部数据：${p.percent}%。`,
  means: '检查期间可以继续工作。停止检查不会改动任何内容。',
  stop: '停止',
  stopping: '读完当前部分后停止…',
  whole: (p) => `没有发现损坏。已读取 ${p.entries} 条记录及其相关的全部数据。`,
  damaged: (p) => `发现 ${p.count} 处损坏。`,
  ofEntry: (p) => `记录 ${p.key}：请与纸质单据核对。`,
  journal: '救援日志中有无法读取的行。只要数据没有损坏，就无需处理；请立即备份。',
  structure: '数据文件本身。请勿在此继续录入，并恢复到最新的备份。',
  more: (p) => `另有 ${p.count} 处。命令行 verify 会全部列出。`,
  commandLine: '命令行 verify 会逐一列出每处损坏及处理办法。',
};

export const copiesLock: Catalogue['settings']['copiesLock'] = {
  title: '备份口令',
  open: '副本没有加锁：能读取该文件夹的人就能看到姓名和地址。',
  means: '设置口令后，备份和第二份救援日志从此加锁。之前写下的副本和日志保持原样，仍可读取。',
  kept: '口令本身不保存在任何地方。打开本台副本所需的密钥放在数据文件夹中，与同样没有加锁的订单放在一起，以便试恢复副本，并在文件损坏后打开副本。',
  passphrase: '口令',
  again: '再输入一次',
  hint: (p) => `至少 ${p.least} 个字符。四五个词既好记又安全。`,
  set: '给备份加锁',
  change: '更改口令',
  changeMeans: '之前的副本仍只能用当时的口令和恢复页打开。副本保留多久，它们就要保留多久。',
  since: (p) => `自 ${p.when} 起，备份和第二份救援日志已加锁。`,
  toPrint: '请现在打印恢复页，并与这台电脑分开存放。这台电脑坏了以后，没有口令或恢复页，谁也打不开加锁的副本。',
  print: '打印恢复页',
  prove: '输入恢复页上密钥的最后两组，或扫描页上的条码',
  proved: '已打印在纸上',
  onPaper: '恢复页已打印在纸上。',
  stop: '不再加锁',
  stopAsk: '备份不再加锁？',
  stopMeans: '从此以后的副本，能读取该文件夹的人都能看到。已加锁的仍然加锁。',
};
