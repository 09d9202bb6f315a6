import type { Catalogue } from '../catalogue.ts';

export const banner: Catalogue['banner'] = {
  gone: { says: '工作台没有回应。已保存的内容是安全的。', do: '重新启动包裹台，本页会自动连接。' },
  'not-let-in': {
    says: '本页不属于当前运行的工作台。已保存的内容是安全的。',
    do: '请打开工作台最近一次启动时给出的地址。',
  },
  unauthorized: { says: '服务方不接受本台的密钥，因此不发送任何内容。', do: '检查请求头及其值' },
  redirect: { says: '服务方要求转到另一个地址。工作台不会跟随，因此不发送任何内容。', do: '检查地址' },
  tls: { says: '与服务的连接不安全（证书不受信任），因此不发送任何内容。', do: '检查地址和本机时钟' },
  'something-else-answered': {
    says: '回应的不是服务方，可能是本网络的登录页。服务方亲自回应之前不发送任何内容。',
    do: '登录网络，然后立即重试',
  },
  stopped: { says: '发送已停止。记录已保存，但没有发出。', do: '请关闭包裹台后重新启动。' },
  'cannot-deliver': { says: (p) => `无法发送：${p.problem}记录已保存，正在等待。`, do: '' },
  'cannot-deliver-as-set': { says: (p) => `无法发送：${p.problem}记录已保存，正在等待。`, do: '在设置中修正' },
  'cannot-save': { says: (p) => `无法保存：${p.problem}`, do: '' },
  'journal-ahead': {
    says: (p) => `磁盘丢失了 ${p.count} 条已保存记录的部分内容，救援日志中仍有：${p.folder}。`,
    do: '请立即备份，并连同此日志恢复到一个空文件夹。此前请勿重新录入这些订单。',
  },
  damage: {
    says: (p) => `此磁盘上有 ${p.count} 条记录已损坏，不会发送。其他记录照常进行。`,
    do: '请把标为“已损坏”的内容与纸质单据核对。运行 verify 可查看每处损坏及处理办法，并请检查磁盘。',
  },
  'damage-beside': {
    says: (p) => `此磁盘上，工作台在记录之外保存的内容有损坏：${p.things}。`,
    do: '运行 verify 可查看每处损坏，并请检查磁盘。',
  },
  rescued: {
    says: (p) =>
      `数据文件已损坏。它已被移到一旁，并打开了 ${p.at} 的备份；缺少的部分由救援日志补上。有 ${p.count} 条记录可能在该备份之后已发送，会先核对再决定是否重发。`,
    do: '查看恢复了什么',
  },
  'rehearsal-failed': {
    says: (p) => `已试着恢复此工作台的备份，但没有成功。备份位于 ${p.folder}。`,
    do: '查看原因',
  },
  setting: {
    says: (p) => `“${p.setting}”中保存的值在此版本中无法使用，因此采用通常的值。`,
    do: '重新设置',
  },
  'folder-gone': {
    says: (p) => `数据文件夹 ${p.folder} 已被删除或移走。放回之前，不会保存或发送任何内容。`,
    do: '请把它放回原处，工作会自动继续。如果已经丢失，请关闭包裹台，把最新的备份恢复到空文件夹。',
  },
  'folder-in-use': {
    says: (p) => `另一个进程接管了数据文件夹 ${p.folder}，这里不再保存或发送任何内容。`,
    do: '请关闭另一个，这里会自动继续。',
  },
  'folder-superseded': {
    says: (p) => `${p.folder} 已不再是工作文件夹：工作台在 ${p.by} 继续。`,
    do: '为避免重复下单，这里不保存也不发送。请在另一个文件夹工作。',
  },
  journal: { says: '救援日志无法写入。工作可以继续，但少了这层保障。', do: '请检查磁盘是否已满、文件夹是否还在。' },
  'journal-away': {
    says: (p) =>
      `第二份救援日志没有写入：${p.folder} 不是当初选择的文件夹，可能是其磁盘或共享没有连接。恢复连接后会补上。`,
    do: '查看所选的文件夹',
  },
  disk: {
    says: (p) => `磁盘快满了：${p.folder} 只剩 ${p.megabytes} MB。`,
    do: '请清理空间，否则将无法保存录入。',
  },
  'backup-failed': {
    says: (p) => `${p.at} 的备份失败，目标文件夹：${p.folder}。`,
    do: '请检查其磁盘或共享是否已连接、能否写入，或重新选择文件夹，然后重新备份。',
  },
  'backup-not-removed': {
    says: (p) => `${p.folder} 中有 ${p.count} 个旧备份无法删除。最新的备份是好的。`,
    do: '请确认该文件夹中的文件可以删除，否则会越积越多。下次备份时会再试。',
  },
  'backup-old': {
    says: (p) => `最近一次备份已是 ${p.days} 天前，位于 ${p.folder}。`,
    do: '请重新备份，并检查为何此后没有备份。',
  },
  register: {
    says: (p) => `这台电脑无法记录应在哪个文件夹工作（${p.folder}）。`,
    do: '工作照常进行。请确保没有人在已被恢复的旧文件夹中继续工作。',
  },
  'open-to-others': {
    says: (p) => `这台电脑的其他用户可以读取 ${p.folder} 中的数据。`,
    do: '请把文件夹移到本机磁盘，或不让其他人登录这台电脑。',
  },
  reopen: {
    title: '重新启用本文件夹？',
    means: (p) =>
      `此工作台在 ${p.by} 继续。两者只能选一个工作。如果在这里继续，另一个文件夹将被拒绝；所有未了结的订单都可能已从那里发出：会先查询状态，或由您决定。`,
    confirm: '在这里继续',
    done: (p) => `本文件夹已重新启用。${p.count} 条记录标为可能已被接收。`,
  },
  otherComputer: '另一台电脑上的文件夹',
  laterState: '同一文件夹较新的状态',
  kindPaused: (p) => `${p.kind}：服务方回应 ${p.status}，这一类暂停。`,
  kindTroubled: {
    fails: (p) => `${p.kind}：服务方处理失败，${p.count} 条等待中。`,
    'no-answer': (p) => `${p.kind}：服务方没有回应，${p.count} 条等待中。`,
    busy: (p) => `${p.kind}：服务方要求稍候，${p.count} 条等待中。`,
    slow: (p) => `${p.kind}：服务方回应缓慢，${p.count} 条等待中。`,
  },
  details: '收到的内容',
};
