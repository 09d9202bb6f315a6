import type { DiskReason } from '../../../shared/contract/disk-reasons.ts';
import type { FileFault } from '../../../shared/import/file-faults.ts';
import type { HeaderFault } from '../../../shared/settings/settings.ts';
import type { Catalogue } from '../catalogue.ts';
import { counting } from '../plural.ts';
import { importIssues } from './import-issues.ts';

const dialogs = {
  open: '已有对话框打开，请先处理它。',
  again: '对话框刚刚关闭。请再按一次以打开另一个。',
};

const badSettings: Readonly<Record<string, string>> = {
  'header-name': '请求头名称只能含字母、数字和 -，不能有冒号或空格，例如 X-Api-Key。',
  'own-header': '这个请求头由工作台自己设置。请向服务方询问密钥放在哪个请求头，例如 X-Api-Key 或 Authorization。',
  'header-value': '密钥中有请求头无法携带的字符，例如 é 或看不见的字符。请从服务方显示密钥的地方重新复制。',
  'chosen-in-host': '请在程序的对话框中选择文件夹；在浏览器中由启动选项 --journal-copy 指定。',
  'backup-first': '没有设置备份文件夹。请在设置中选择；在浏览器中由启动选项 --backup-folder DIR 指定。',
  logo: '此徽标无法使用。请选择 PNG，或移除它。',
  boxes: '每种箱型需要唯一的名称和三边长度：S 20x15x10; M 30x20x15。',
  'dialog-open': dialogs.open,
  'dialog-again': dialogs.again,
  'passphrase-short': '口令至少 12 个字符。用四五个词便于记忆。',
  'passphrase-unlike': '两次输入的口令不一致。',
  'sheet-part': '与恢复页上恢复密钥的末尾不符。没有做任何改动。',
  'sheet-kept': '恢复页已打印。要打印新的恢复页，请设置新口令。',
  'no-passphrase': '没有设置口令。',
  'no-session': '此处的程序无法随电脑启动。',
  'test-saved': '在浏览器中只能测试已保存的地址。请先保存此地址，再测试。',
  'session-refused': '这台电脑不允许工作台更改启动程序。没有做任何改动。',
} satisfies Record<HeaderFault | 'chosen-in-host' | 'backup-first', string> & Record<string, string>;

const badFiles: Readonly<Record<string, string>> = {
  empty: '此文件是空的。',
  'other-desk':
    '此备份属于另一个工作台，或本台的另一个文件夹。没有做任何改动。请选择其他备份，或在命令行将其恢复到自己的文件夹。',
  'no-spreadsheet': '此文件不是表格。请选择 CSV 或 XLSX 文件。',
  encoding: '用此文本编码无法读取此文件。请换一种编码，或另存为“CSV UTF-8”。',
  archive: '此工作簿已损坏或不完整。请重新保存，或另存为“CSV UTF-8”。',
  'too-big': '此文件过大，无法一次读取。请拆分成较小的文件。',
  'too-slow': '读取此文件耗时过长。请另存为“CSV UTF-8”，或拆分成较小的文件。',
  quotes: '此文件中有单元格的引号没有结尾。请在表格程序中重新保存。',
  header: '此文件首行有无法使用的列标题，或列标题重复。',
  'missing-column': '首行缺少必填列。',
  'no-rows': '此文件只有列标题，下面没有行。',
  'no-sheet': '此工作簿中已没有所选的工作表。',
  closed: '工作台已不再打开此文件。请重新选择；不会重复加入队列。',
  write: '文件无法写入。请确认磁盘有空间，然后重试。',
  'no-desk': '此文件夹中没有录入过内容。',
  silent: '此文件夹没有响应。请确认其磁盘或网络共享已连接，然后重试。',
  away: '这不是您选择的文件夹：其磁盘或网络共享未连接。请连接它；要按现状使用该文件夹，请重新选择。',
  printers: '无法读取这台电脑上的打印机列表。请询问管理这台电脑的人。',
  'not-readable': '无法读取本程序的一个文件，因此没有做任何改动。请让管理这台电脑的人设为可读，或将其移走。',
} satisfies Record<FileFault, string>;

const disks: Readonly<Record<string, (p: Readonly<Record<string, string | number>>) => string>> = {
  full: (p) => `${p.folder} 所在的磁盘已满。请清理空间；之后工作自动继续。`,
  'read-only': (p) => `${p.folder} 所在的磁盘是只读的。请设为可写，或请人检查；之后工作自动继续。`,
  'not-allowed': (p) => `当前用户无权写入 ${p.folder}。请授予写入权限；之后工作自动继续。`,
  gone: (p) => `找不到 ${p.folder}。请连接其磁盘，或将文件夹放回原处；之后工作自动继续。`,
  failing: (p) => `${p.folder} 所在的磁盘报告错误。请备份到另一块磁盘，并请人检查这块磁盘。`,
  locked: (p) =>
    `另一个程序锁定了 ${p.folder} 中的数据库。请关闭可能打开它的程序（数据库工具、同步或备份软件），并让杀毒软件排除此文件夹；之后工作自动继续。`,
  'locks-ignored': (p) =>
    `${p.folder} 所在的磁盘挡不住第二个程序，订单可能被重复发送。请将整个文件夹移到这台电脑的磁盘，或让共享以带锁的方式挂载（NFS 不用 nolock，SMB 不用 nobrl）。`,
  'no-locks': (p) =>
    `${p.folder} 所在的磁盘不支持锁，工作台无法判断是否有其他程序在那里工作。请启用共享的锁（NFS 需要其锁服务），或将整个文件夹移到这台电脑的磁盘。`,
  stopped: () => '程序中负责保存的部分已停止，正在重新启动。',
} satisfies Record<DiskReason, (p: Readonly<Record<string, string | number>>) => string>;
const n = counting('zh-CN');

type P = Readonly<Record<string, string | number>>;

/** Commands not done, or possibly not done, because the desk was opening another folder or file. */
const stops: Readonly<Record<string, (p: P) => string>> = {
  'going-back': (p) => `正在恢复备份（${p.percent}%）。没有保存任何内容；请在恢复完成后重试。`,
  'went-back': () => '其间恢复了备份。请确认是否已保存；如未保存，请重新操作。',
  stopped: () => '读完之前已停止。没有做任何改动。',
  reopening: () => '工作台正在重新打开其文件夹。没有保存任何内容；请稍后重试。',
  reopened: () => '其间工作台重新打开了其文件夹。请确认是否已保存；如未保存，请重新操作。',
  live: () => '其间工作台转为正式模式。请确认是否已在那里保存；如果应属于正式模式，请重新操作。',
  practice: () => '其间工作台切换到练习模式。请确认是否已在那里保存；如果应属于练习模式，请重新操作。',
  'right-not-checked': () => '工作台正在切换或重新打开其文件夹，无法核对权限。没有执行任何操作。请稍后重试。',
};

const printStates: Readonly<Record<string, string>> = {
  'in-job': '此面单已在打印任务中。请查看面单页的打印任务。',
  'on-paper': '此面单已打印。如需重打，请填写原因。',
  'reprint-open': '已申请新面单。交接包裹之前，请打印它或取消该打印。',
  'maybe-printed': '此面单可能已打印。请先说明是否已打印。',
  asks: '请先说明此任务中最后一张完好的面单是哪一张。',
  'asks-nothing': '已有人回答过这个问题。',
  'stop-first': '请先停止此打印任务，再换到另一台打印机。',
  'not-scanned': '这一批的扫描已结束。没有计数。',
  'not-waiting': '此打印任务没有在等待运单号。',
  'drill-on': '已有演练在进行。请先结束它。',
  'not-practice': '演练只在练习模式下进行。请先切换到练习模式。',
};

/** After several wrong PINs in a row for one operator. */
const laterPin = (p: P): string =>
  Number(p.waits ?? 0) > 0 ? `${p.waits} 秒后才接受下一个 PIN；另一位主管保存此操作员即可结束等待。` : '';

const tooManyPins = '此操作员的 PIN 尝试次数过多。请稍等再试；其间可由另一位主管授权。';

/** Why a protected action was denied. */
const needsRight: Readonly<Record<string, (p: P) => string>> = {
  unknown: () => '没有操作员使用这个代码或姓名。',
  'pin-wrong': (p) => `PIN 错误。${laterPin(p)}`,
  'not-allowed': (p) => `${p.name} 没有此权限。`,
  wait: () => tooManyPins,
};

const unlike: Readonly<Record<string, string>> = {
  'rights-need-pin': '有权限的操作员需要 PIN。请设置。',
  'no-supervisor': '只要还有人拥有权限，就必须至少有一位设有 PIN 的操作员保留“设置和操作员”权限。',
  'pin-wait': tooManyPins,
  'no-pin': '该操作员没有 PIN，而本台每次切换操作员都要输入 PIN。请在“操作员”页面设置。',
  'not-in-job': '此面单不属于此任务。请扫描最后打出的面单。',
  'not-sent': '此面单尚未发送到打印机。请扫描最后打出的面单。',
  'scan-number': '此订单的旧面单有相同的码。请改为扫描运单号的条形码。',
  'which-print': '另一张面单有相同的码。请从列表中选择最后一张完好的面单。',
  'test-label': '此码不在该打印机最后一张测试面单上。',
  'no-test-label': '请先打印一张测试面单。',
  'no-drill': '找不到此演练。',
};

const printerProblems: Readonly<Record<string, (p: P) => string>> = {
  busy: () => dialogs.open,
  'dialog-again': () => dialogs.again,
  'no-printer': () => '这台电脑没有安装打印机。没有打印任何内容。请添加打印机，或将面单存为 PDF。',
  address: () => '这不是打印机地址。请写成 192.0.2.7 或 ipp://192.0.2.7/ipp/print 的形式。',
  'not-reached': () => '此地址没有打印机响应。请确认已开机并已连接。',
  'no-answer': () => '此地址的设备没有响应。请确认它是打印机且不忙，然后重试。',
  'no-zpl': () =>
    '此地址的设备不像面单打印机那样响应。如果它是面单打印机，请装纸并合上盖：许多打印机缺纸或开盖时没有响应。',
  'no-ipp': () => '此地址的设备不是 IPP 打印机。请检查地址；面单打印机通常不写 ipp://，例如 192.0.2.7。',
  form: () => '此打印机既不接受 PDF，也不接受光栅页面（PWG Raster、AirPrint），工作台无法以此方式打印。',
  certificate: (p) => `此打印机使用的证书没有可信机构担保。请将其指纹与打印机显示或打印的指纹核对：${p.said}`,
  'no-system': () => '系统打印机只能在包裹台窗口中使用。这里请输入其网络地址。',
  'passes-on': (p) => `${p.said} 是转发面单的队列：它的报告不能证明面单已打印。`,
  'device-unnamed': () => '这台电脑的设备请在程序的对话框中选择，或在命令行添加：desk printers add NAME /dev/usb/lp0。',
  media: (p) =>
    `此打印机没有此尺寸的面单${p.said ? `；它报告：${p.said}` : ''}。没有打印任何内容。请装入此尺寸的面单，或选择其他打印机。`,
  unknown: (p) => `这里没有名为 ${p.said} 的打印机。`,
  'in-use': () => '此打印机正在打印。请等待任务结束。',
  'not-ipp': () => '此测试用于 IPP 打印机。',
  unnamed: () => '无法从浏览器添加打印机。请在这台电脑上运行：npm run desk -- printers add NAME ADDRESS。',
  'none-set-up': () => '本台没有设置面单打印机。请在设置中添加。',
};

export const problems: Catalogue['problems'] = {
  kind: {
    invalid: (p) => unlike[p.reason ?? ''] ?? '部分字段需要修正。',
    'unknown-entry': () => '本台没有这条记录。',
    'wrong-state': (p) =>
      printStates[p.reason ?? ''] ?? `此记录其间已变化（现在的状态：${p.state ?? '其他'}）。没有做任何改动。`,
    'maybe-taken': (p) =>
      p.reason === 'withdrawn'
        ? '使用此编号的订单曾被撤回，而服务方可能已有该单。重发前请先核实。'
        : '服务方可能已有此单。请先查询状态。',
    'needed-by': (p) => `${p.count === undefined ? '其他' : `有 ${p.count} 条`}记录依赖它。请决定如何处理。`,
    'key-in-use': (p) =>
      p.reason === 'printer'
        ? `名称或地址为 ${p.key} 的打印机已存在。`
        : `${p.key ?? '此编号'} 已被本台另一条记录使用。请换一个。`,
    'key-used-twice': (p) => `${p.key ?? '此编号'} 用了两次；另一处在第 ${p.row ?? '?'} 行。`,
    'other-target': (p) => `此文件夹属于 ${p.bound ?? '另一服务'}，不能发往 ${p.asked ?? '此服务'}。`,
    'folder-in-use': () => '另一个程序正在使用此数据文件夹。请先关闭它。',
    'folder-gone': (p) =>
      `数据文件夹${p.folder === undefined ? '' : ` ${p.folder} `}已被删除或移走。没有保存；请看顶部的提示。`,
    'folder-superseded': (p) =>
      `本台已改用${p.by ? `：${String(p.by)}` : '另一台电脑上的文件夹'}。本文件夹不保存也不发送；请看顶部的提示。`,
    'needs-right': (p) => needsRight[p.reason ?? '']?.(p) ?? '需要主管输入 PIN 授权。没有执行任何操作。',
    'target-unknown': (p) => `这台电脑上还没有人确认密钥可以发往 ${p.bound ?? '此地址'}。`,
    'newer-database': () => '此数据文件夹由本程序的更新版本写入。请安装该版本。',
    damaged: (p) =>
      p.reason === 'backup'
        ? '此备份不完整，或用其他口令加密。没有做任何改动；请另选一个。'
        : `${p.folder === undefined ? '' : `${p.folder} 中的`}数据文件已损坏，保持原样未动。请将最新的备份恢复到空文件夹。`,
    locked: (p) =>
      p.reason === 'mistyped'
        ? `恢复密钥的第 ${p.group} 组输入有误。`
        : p.reason === 'older-key'
          ? '此备份用已更换的口令加密。没有做任何改动。请重新打开列表并确认，或选择较新的备份。'
          : p.reason === 'open-beside-locked'
            ? '此备份未加密，而本台的备份均已加密。没有做任何改动。请重新打开列表并确认，或选择加密的备份。'
            : p.reason === 'no-lock'
              ? '日志已加密，但缺少用于打开它的那一行。请从加密的备份恢复，或不带日志恢复。'
              : '此备份已加密；此口令或恢复密钥打不开它。',
    disk: (p) => disks[p.reason ?? '']?.(p) ?? '磁盘无法写入。之前保存的内容是安全的。',
    'bad-address': (p) =>
      p.reason === 'restored'
        ? '此文件夹由备份恢复，服务地址未知。请在设置中填写。'
        : '这不是服务地址：必须以 https:// 开头（或在这台电脑上）。',
    'bad-file': (p) => `${badFiles[p.reason ?? ''] ?? '无法读取此文件。'}${p.file ? `（${p.file}）` : ''}`,
    'bad-setting': (p) => badSettings[p.reason ?? ''] ?? '该值超出范围。没有做任何改动。',
    'not-shown': () => '回应的格式异常。原文显示在下方。',
    offline: () => '现在无法连接服务方。没有丢失任何内容。',
    paused: () => '发送已暂停；请看顶部的提示。',
    service: (p) => `服务方拒绝（状态码 ${p.status ?? '未知'}）。`,
    label: () => '此面单目前无法打印。',
    printer: (p) =>
      printerProblems[p.reason ?? '']?.(p) ??
      `面单没有打印${p.said ? `（${p.said}）` : ''}，也没有标记为已打印。请检查打印机后重新打印，或存为 PDF。`,
    cancelled: (p) => stops[p.reason ?? p.to ?? '']?.(p) ?? '已停止。',
    'desk-gone': () => '工作台没有响应。已保存的内容是安全的。恢复后请再按一次；不会重复执行。',
    'not-let-in': () => '本页是工作台之前启动时的页面。请打开工作台最近一次启动时显示的地址。',
    'unknown-command': () => '工作台不认识此命令。页面可能比工作台旧，请重新加载。',
    internal: () => '程序出错。没有丢失任何内容；详情见日志。',
  },
  issue: {
    ...importIssues,
    missing: () => '请填写。',
    'missing-when': (p) => `因为 ${p.other} 为 ${p.value}，所以必填。`,
    'unknown-name': () => '服务方没有这个字段。',
    'wrong-case': (p) => `服务方的写法是 ${p.meant}。`,
    'wrong-type': (p) => `应为：${p.expected}。`,
    'too-long': (p) => `最多 ${p.max} 个字符，现在 ${p.length} 个。`,
    'too-short': (p) => `至少 ${p.min} 个字符，现在 ${p.length} 个。`,
    pattern: () => '含有此处不允许的字符。',
    'too-small': (p) => (p.above === undefined ? `不小于 ${p.min}。` : `必须大于 ${p.above}。`),
    'too-big': (p) => (p.below === undefined ? `不大于 ${p.max}。` : `必须小于 ${p.below}。`),
    'too-many-decimals': (p) => `小数最多 ${p.places} 位。`,
    'not-integer': () => '必须是整数。',
    'not-safe-integer': () => '数字太大，无法精确保存。',
    'bad-date': () => '请输入日期，或日期和时间：2026-12-31 或 2026-12-31T14:05:00+08:00。',
    'too-many': (p) => `最多 ${p.max} 项，现在 ${p.count} 项。`,
    empty: () => '不能为空。',
    'not-in-address': () => '含有网址中不允许的字符。',
    'unknown-endpoint': () => '没有这个接口。',
    'no-body': () => '此请求没有正文。',
    'bad-key': () => '只能用 A-Z、a-z、0-9、- 和 _，1 到 50 个字符。',
    'mistyped-number': (p) => `编号有误：校验位不符。是 ${p.meant} 吗？按 ↓ 再按回车采用；再次保存则保留现在的内容。`,
    'not-a-number': () => '不是数字。请只写数字和一个小数点。',
    'not-yes-or-no': () => '请输入是或否。',
    'doubtful-number': (p) => `是 ${p.small} 还是 ${p.large}？请写成 ${p.smallText} 或 ${p.largeText}。`,
    'key-in-use': () => '本台另一条记录已使用此编号。',
    'maybe-taken': () => '使用此编号的订单曾被撤回，而服务方可能已有该单。',
  },
  many: (p) => `${p.count} 个字段需要修正`,
  named: (p) => `${p.names.join('、')}${p.more > 0 ? `，另有 ${n(p.more, '# 项')}` : ''}`,
};
