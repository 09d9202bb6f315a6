import type { Catalogue } from '../catalogue.ts';
import type { DiskReason } from '../../../shared/contract/disk-reasons.ts';
import type { FileFault } from '../../../shared/import/file-faults.ts';
import { counting } from '../plural.ts';
import type { HeaderFault } from '../../../shared/settings/secret-header.ts';
import { importIssues } from './import-issues.ts';

const dialogs = {
  open: '已有对话框打开，请先处理它。',
  again: '对话框刚刚关闭。如需再次打开，请再按一次。',
};

const badSettings: Readonly<Record<string, string>> = {
  'header-name': '请求头名称只能含字母、数字和 -，不能有冒号或空格，例如 X-Api-Key。',
  'own-header': '这个请求头由工作台自己设置。请向服务方询问密钥放在哪个请求头，例如 X-Api-Key 或 Authorization。',
  'header-value': '密钥中有请求头无法携带的字符，例如 é 或看不见的字符。请从服务方显示密钥的地方重新复制。',
  'chosen-in-host': '文件夹不能在这里输入。请在程序的对话框中选择；在浏览器中则在启动工作台时给出（--journal-copy）。',
  'backup-first': '还没有选择备份文件夹。请在设置中选择；在浏览器中则在启动工作台时给出（--backup-folder DIR）。',
  logo: '这不是本程序的徽标。请选择一个 PNG，或移除它。',
  boxes: '每种箱型写名称和三边长度，名称不能重复，例如：S 20x15x10; M 30x20x15。',
  'dialog-open': dialogs.open,
  'dialog-again': dialogs.again,
  'passphrase-short': '口令至少 12 个字符。四五个词既好记又安全。',
  'passphrase-unlike': '两次输入的口令不一致。',
  'sheet-part': '这不是恢复页上恢复密钥的末尾。没有做任何改动。',
  'sheet-kept': '恢复页已经打印。要打印新的恢复页，请设置新口令。',
  'no-passphrase': '没有设置口令。',
  'no-session': '此处无法随电脑启动。请按今天的方式打开。',
  'test-saved': '在浏览器中只测试已保存的地址。请先保存此地址再测试。',
  'session-refused': '这台电脑不允许更改随它启动的程序，没有做任何改动。',
} satisfies Record<HeaderFault | 'chosen-in-host' | 'backup-first', string> & Record<string, string>;

const badFiles: Readonly<Record<string, string>> = {
  empty: '此文件是空的。',
  'other-desk':
    '此备份属于另一个工作台，或本工作台的另一个文件夹。未作任何更改。请选择其他备份，或用命令行将其还原到单独的文件夹。',
  'no-spreadsheet': '此文件不是表格。请选择 CSV 或 XLSX 文件。',
  encoding: '用这种编码读不出此文件的文字。请换一种编码，或另存为“CSV UTF-8”。',
  archive: '此工作簿已损坏或不完整。请重新保存，或另存为“CSV UTF-8”。',
  'too-big': '此文件内容过多，无法一次读取。请拆分成较小的文件。',
  'too-slow': '读取此文件耗时过长。请另存为“CSV UTF-8”，或拆分成较小的文件。',
  quotes: '此文件中有单元格的引号没有结束。请在表格程序中重新保存。',
  header: '此文件首行中有列名无法使用，或重复出现。',
  'missing-column': '首行缺少每一行都需要的列。',
  'no-rows': '此文件只有首行的列名，下面没有内容。',
  'no-sheet': '此工作簿中已没有所选的工作表。',
  closed: '工作台已不再打开此文件。请重新选择；不会重复排队。',
  write: '文件无法写入。请确认磁盘有空间，然后重新生成。',
  'no-desk': '此文件夹中从未保存过记录。',
  silent: '此位置没有响应。请确认其磁盘或网络共享已连接，然后重试。',
  away: '这不是当初选择的文件夹：其磁盘或网络共享没有连接。请连接它；如果就要使用现在这个文件夹，请重新选择。',
  printers: '无法读取这台电脑上的打印机列表，请由管理此电脑的人处理。',
} satisfies Record<FileFault, string>;

const disks: Readonly<Record<string, (p: Readonly<Record<string, string | number>>) => string>> = {
  full: (p) => `${p.folder} 所在的磁盘已满。请清理空间，工作台会自动继续。`,
  'read-only': (p) => `${p.folder} 所在的磁盘是只读的。请恢复写入或检查磁盘，工作台会自动继续。`,
  'not-allowed': (p) => `当前用户无权写入 ${p.folder}。请授予写入权限，工作台会自动继续。`,
  gone: (p) => `找不到 ${p.folder}。请连接其磁盘或把文件夹放回原处，工作台会自动继续。`,
  failing: (p) => `${p.folder} 所在的磁盘出错。请备份到另一块磁盘，并检查这块磁盘。`,
  locked: (p) =>
    `另一个程序占用了 ${p.folder} 中的数据库。请关闭可能打开它的程序（数据库工具、同步或备份软件），并让杀毒软件排除此文件夹；工作台会自动继续。`,
  'locks-ignored': (p) =>
    `${p.folder} 所在的磁盘挡不住第二个程序在那里工作，订单会被重复发送。请把整个文件夹移到本机磁盘，或让共享启用锁（NFS 不用 nolock，SMB 不用 nobrl）。`,
  'no-locks': (p) =>
    `${p.folder} 所在的磁盘不支持锁，无法判断是否有其他程序在那里工作。请启用共享的锁（NFS 需要其锁服务），或把整个文件夹移到本机磁盘。`,
  stopped: () => '程序中负责保存的部分已停止，正在重新启动。',
} satisfies Record<DiskReason, (p: Readonly<Record<string, string | number>>) => string>;
const n = counting('zh-CN');

type P = Readonly<Record<string, string | number>>;

/** Commands not done, or possibly not done, because the desk was opening another folder or file. */
const stops: Readonly<Record<string, (p: P) => string>> = {
  'going-back': (p) => `工作台正在恢复到备份（${p.percent}%）。此操作未保存，请在恢复完成后重新操作。`,
  'went-back': () => '工作台此时恢复到了备份。请确认此操作是否已保存，如未保存请重新操作。',
  stopped: () => '检查在读完之前已停止，未改动任何内容。',
  reopening: () => '工作台正在重新打开其文件夹。此操作未保存，请稍后重新操作。',
  reopened: () => '工作台此时重新打开了其文件夹。请确认此操作是否已保存，如未保存请重新操作。',
  live: () => '工作台此时切换到了正式模式。请确认此操作是否已在那里保存；如果属于正式模式，请重新操作。',
  practice: () => '工作台此时切换到了练习模式。请确认此操作是否已在那里保存；如果属于练习模式，请重新操作。',
  'right-not-checked': () => '本台正在切换文件夹或重新打开数据，无法核对谁可以这样做。未做任何操作。请稍后再试。',
};

const printStates: Readonly<Record<string, string>> = {
  'in-job': '此面单已在打印任务中，请在面单页查看打印任务。',
  'on-paper': '此面单已打在纸上。如需再打一次，请填写原因。',
  'reprint-open': '已申请新面单。请先打印或取消该打印，再交接包裹。',
  'maybe-printed': '此面单可能已打在纸上，请先确认。',
  asks: '请先说明此任务中最后一张完好的面单是哪一张。',
  'asks-nothing': '已有人回答过这个问题。',
  'stop-first': '请先停止此打印任务，再换到另一台打印机。',
  'not-scanned': '这一批的扫描已结束，没有计数。',
  'not-waiting': '此打印任务现在不在等待号码。',
  'drill-on': '已有演练在进行。请先结束它。',
  'not-practice': '演练只在练习中进行。请先切换到练习；没有开始任何演练。',
};

/** After several wrong PINs in a row for one operator. */
const laterPin = (p: P): string =>
  Number(p.waits ?? 0) > 0 ? `下一次要等 ${p.waits} 秒才会核对；另一位主管保存一次这位操作员即可解除等待。` : '';

const tooManyPins = '正在为这位操作员核对的 PIN 太多。请等它们结束后再试；另一位主管可以先来允许。';

/** Why a protected action was denied. */
const needsRight: Readonly<Record<string, (p: P) => string>> = {
  unknown: () => '没有操作员使用这个代码或姓名。',
  'pin-wrong': (p) => `PIN 不对。${laterPin(p)}`,
  'not-allowed': (p) => `${p.name} 没有这项权限。`,
  wait: () => tooManyPins,
};

const unlike: Readonly<Record<string, string>> = {
  'rights-need-pin': '有权限的人需要 PIN，请设置。',
  'no-supervisor': '只要还有人拥有权限，就必须有一位设有 PIN 的人可以修改设置和操作员。',
  'pin-wait': tooManyPins,
  'no-pin': '该操作员没有 PIN，而本台要求每位接手的人输入 PIN。PIN 在“操作员”页面设置。',
  'not-in-job': '这不是此任务中发往打印机的面单。请扫描最后打出的一张。',
  'not-sent': '此面单尚未发往打印机，不可能是最后打出的一张。',
  'scan-number': '此订单的旧面单也有这个码。请改扫号码的条形码。',
  'which-print': '另一张面单也有这个码，无法判断最后打出的是哪一张。请从列表中选择最后一张完好的面单。',
  'test-label': '这与该打印机最后一张测试面单上的内容不符。',
  'no-test-label': '请先打印一张测试面单。',
  'no-drill': '本工作台没有这次演练。',
};

const printerProblems: Readonly<Record<string, (p: P) => string>> = {
  busy: () => dialogs.open,
  'dialog-again': () => dialogs.again,
  'no-printer': () => '这台电脑上没有打印机，什么也没有打印。请添加打印机，或另存为 PDF。',
  address: () => '这不是打印机地址。请写成 192.0.2.7，或 ipp://192.0.2.7/ipp/print。',
  'not-reached': () => '此地址没有打印机响应。请确认已开机并已连接。',
  'no-answer': () => '此地址有设备，但没有给出回答。请确认它是打印机且不忙，然后再试。',
  'no-zpl': () =>
    '此地址有设备，但不像面单打印机那样回答。如果确实是打印机，请装纸并合上盖：许多机型缺纸或开盖时不作回答。',
  'no-ipp': () =>
    '此地址有设备，但不是支持 IPP 的打印机。请确认这是打印机的地址；面单打印机通常不写 ipp://，例如 192.0.2.7。',
  form: () => '此打印机既不接受 PDF，也不接受点阵页面（PWG raster、AirPrint），无法用这种方式打印面单。',
  certificate: (p) =>
    `此打印机通过加密连接回答，但没有人能证明它就是那台打印机。请与打印机自己显示或打印的内容核对：${p.said}`,
  'no-system': () => '只有包裹台的窗口能用系统的打印机打印。这里请填写它的网络地址。',
  'passes-on': (p) => `${p.said} 是转发面单的队列：它所说的完成不能证明已打出。`,
  'device-unnamed': () =>
    '页面不能指定这台电脑的设备。请在程序的对话框中选择，或在命令行设置：desk printers add NAME /dev/usb/lp0。',
  media: (p) =>
    `此打印机没有装这个尺寸的面单${p.said ? `；它回答：${p.said}` : ''}。没有打印任何内容。请装入这个尺寸的面单，或选择别的打印机。`,
  unknown: (p) => `这里没有名为 ${p.said} 的打印机。`,
  'in-use': () => '此打印机正在打印，请等待任务结束。',
  'not-ipp': () => '此测试只用于以 IPP 连接的打印机。',
  unnamed: () => '浏览器中的页面不能指定打印机。请由启动本台的人设置：desk printers add NAME ADDRESS。',
  'none-set-up': () => '本台没有设置面单打印机，请在设置中添加。',
};

export const problems: Catalogue['problems'] = {
  kind: {
    invalid: (p) => unlike[p.reason ?? ''] ?? '还有字段不正确。',
    'unknown-entry': () => '本台没有这条记录。',
    'wrong-state': (p) =>
      printStates[p.reason ?? ''] ?? `记录在此期间已变化，现在的状态是 ${p.state ?? '其他'}。没有做任何改动。`,
    'maybe-taken': (p) =>
      p.reason === 'withdrawn'
        ? '同一单号的订单曾被撤回，而服务方可能已有该单。再次发送前，请先查看服务方是否已有。'
        : '服务方可能已有此单。修改前请先查询状态或做出决定。',
    'needed-by': (p) => `有 ${p.count ?? '其他'} 条记录依赖它，请决定如何处理。`,
    'key-in-use': (p) =>
      p.reason === 'printer'
        ? `已设置过名称或地址为 ${p.key} 的打印机。`
        : `${p.key ?? '此编号'} 已被本台另一条记录使用，请换一个。`,
    'key-used-twice': (p) => `${p.key ?? '此编号'} 重复，另一处在第 ${p.row ?? '?'} 行。`,
    'other-target': (p) => `此数据文件夹属于 ${p.bound ?? '另一服务'}，不能发往 ${p.asked ?? '这里'}。`,
    'folder-in-use': () => '另一个进程正在使用此数据文件夹，请先关闭它。',
    'folder-gone': (p) =>
      `数据文件夹${p.folder === undefined ? '' : ` ${p.folder} `}已被删除或移走，因此没有保存，请看顶部的提示。`,
    'folder-superseded': (p) =>
      `此工作台现在在${p.by ? ` ${String(p.by)} ` : '另一台电脑的文件夹中'}继续，因此本文件夹不保存也不发送，请看顶部的提示。`,
    'needs-right': (p) => needsRight[p.reason ?? '']?.(p) ?? '需要有权限的人输入 PIN 允许。未做任何操作。',
    'target-unknown': (p) => `这台电脑上还没有人确认密钥可以发往 ${p.bound ?? '此地址'}。`,
    'newer-database': () => '数据由更新的版本写入，请安装该版本。',
    damaged: (p) =>
      p.reason === 'backup'
        ? '此备份不完整，或由其他口令加锁。没有任何改动，请另选一个。'
        : `${p.folder === undefined ? '' : `${p.folder} 中的`}数据文件已损坏，保持原样未动。请将最近的备份恢复到一个空文件夹。`,
    locked: (p) =>
      p.reason === 'mistyped'
        ? `恢复密钥的第 ${p.group} 组输错了。`
        : p.reason === 'older-key'
          ? '此备份由已更换的口令加锁。没有任何改动。请重新打开列表并确认使用它，或选择较新的备份。'
          : p.reason === 'open-beside-locked'
            ? '本台的备份都已加锁，而这个备份没有加锁。没有任何改动。请重新打开列表并确认使用它，或选择加锁的备份。'
            : p.reason === 'no-lock'
              ? '日志已加锁，但缺少说明如何打开它的那一行。请用加锁的备份恢复，或不带日志恢复。'
              : '此副本已加锁，此口令或恢复密钥打不开它。',
    disk: (p) => disks[p.reason ?? '']?.(p) ?? '磁盘现在无法写入。之前保存的内容是安全的。',
    'bad-address': (p) =>
      p.reason === 'restored'
        ? '此文件夹由备份恢复，不知道它发往何处。请设置服务地址。'
        : '这不是服务地址：必须以 https:// 开头（或在本机）。',
    'bad-file': (p) => badFiles[p.reason ?? ''] ?? '无法读取此文件。',
    'bad-setting': (p) => badSettings[p.reason ?? ''] ?? '该值超出范围，没有做任何改动。',
    'not-shown': () => '回应的形式出乎意料，原文显示在下面。',
    offline: () => '现在无法连接服务。没有丢失任何内容。',
    paused: () => '发送已暂停，请看顶部的提示。',
    service: (p) => `服务方拒绝，状态码 ${p.status ?? '未知'}。`,
    label: () => '这张面单目前无法绘制。',
    printer: (p) =>
      printerProblems[p.reason ?? '']?.(p) ??
      `面单没有打印出来${p.said ? `（${p.said}）` : ''}，也没有标记为已打印。请检查打印机后重新打印，或另存为 PDF。`,
    cancelled: (p) => stops[p.reason ?? p.to ?? '']?.(p) ?? '已停止。',
    'desk-gone': () => '工作台没有回应。已保存的内容是安全的。恢复后再按一次即可，不会重复执行。',
    'not-let-in': () => '本页不属于当前运行的工作台。请打开工作台最近一次启动时给出的地址。',
    'unknown-command': () => '工作台不认识此命令。页面可能比工作台旧，请重新加载。',
    internal: () => '程序出错。没有丢失任何内容，日志中有更多说明。',
  },
  issue: {
    ...importIssues,
    missing: () => '请填写。',
    'missing-when': (p) => `因为 ${p.other} 为 ${p.value}，所以必填。`,
    'unknown-name': () => '服务方没有这个字段。',
    'wrong-case': (p) => `服务方的写法是 ${p.meant}。`,
    'wrong-type': (p) => `应为 ${p.expected}。`,
    'too-long': (p) => `最多 ${p.max} 个字符，现在 ${p.length} 个。`,
    'too-short': (p) => `至少 ${p.min} 个字符，现在 ${p.length} 个。`,
    pattern: () => '含有此处不允许的字符。',
    'too-small': (p) => (p.above === undefined ? `不小于 ${p.min}。` : `必须大于 ${p.above}。`),
    'too-big': (p) => (p.below === undefined ? `不大于 ${p.max}。` : `必须小于 ${p.below}。`),
    'too-many-decimals': (p) => `小数最多 ${p.places} 位。`,
    'not-integer': () => '请填整数。',
    'not-safe-integer': () => '数字太大，无法精确保存。',
    'bad-date': () => '日期，或日期时间：2026-12-31，或 2026-12-31T14:05:00+08:00。',
    'too-many': (p) => `最多 ${p.max} 项，现在 ${p.count} 项。`,
    empty: () => '不能为空。',
    'not-in-address': () => '含有不能用于地址的字符。',
    'unknown-endpoint': () => '没有这个接口。',
    'no-body': () => '此请求没有正文。',
    'bad-key': () => '只能用 A-Z、a-z、0-9、- 和 _，1 到 50 个字符。',
    'mistyped-number': (p) => `编号有误：校验位不符。是 ${p.meant} 吗？按 ↓ 再按回车采用；再次保存则保留现在的内容。`,
    'not-a-number': () => '不是数字。请只写数字和一个小数点。',
    'not-yes-or-no': () => '请选择是或否。',
    'doubtful-number': (p) => `是 ${p.small} 还是 ${p.large}？请写成 ${p.smallText} 或 ${p.largeText}。`,
    'key-in-use': () => '本台另一条记录已使用此编号。',
    'maybe-taken': () => '同一单号的订单曾被撤回，而服务方可能已有该单。',
  },
  many: (p) => `${p.count} 个字段需要处理`,
  named: (p) => `${p.names.join('、')}${p.more > 0 ? `，另有 ${n(p.more, '# 项')}` : ''}`,
};
