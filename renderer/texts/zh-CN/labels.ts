import { ownLabelFaultOf, type OwnLabelFault, type OwnLabelWarning } from '../../../shared/labels/own-label.ts';
import type { Catalogue } from '../catalogue.ts';

type Said = Readonly<Record<string, string | number>>;

/** Why an own label cannot be shown or printed. */
const ownLabel: Record<OwnLabelFault, (p: Said) => string> = {
  'no-form': () => '这不是 base64 的 PDF、PNG 或 ZPL，也不是 https 地址。请修正或清空。',
  'too-large': (p) => `大小为 ${p['megabytes']} MB，上限为 ${p['most']} MB。请使用较小的面单。`,
  broken: (p) => `无法读取这个 ${p['form']}。请修正或清空。`,
  'no-font': (p) => `使用了 PDF 中没有嵌入的字体 ${p['font']}，打印会缺少文字。请使用嵌入了字体的 PDF。`,
  locked: () => '这个 PDF 需要密码。请使用不需要密码的 PDF。',
  pages: (p) => `共有 ${p['count']} 页，最多只能打印 ${p['most']} 页。请只使用此包裹的页面。`,
  'page-size': (p) =>
    `有一页为 ${p['width']} × ${p['height']} 毫米，最大只能打印 ${p['most']} 毫米。请使用较小的尺寸。`,
  blank: () => '面单是空白的。请修正或清空。',
  faint: () => '部分内容颜色太浅，面单打印机打不出来。请使用黑色的面单。',
  'fine-bars': (p) =>
    `条码的条宽只有 ${p['module']} 毫米，不到 ${p['dpi']} dpi 打印机的 2 个点，可能扫不出。请使用条更宽的面单，或分辨率更高的打印机。`,
  'user-unit': () => '页面使用自己的度量单位（UserUnit），纸上的尺寸无法确定。请使用不带它的 PDF。',
  command: (p) => `含有 ${p['command']}，它不只是打印。请从 ZPL 中去掉。`,
  'zpl-printer': () => '只有 ZPL 打印机能打印其文字和条码。请使用 ZPL 打印机。',
  density: (p) => `它适用于 ${p['dpi']} dpi 的打印机，而这台是 ${p['head']} dpi。请使用 ${p['dpi']} dpi 的打印机。`,
  'does-not-fit': (p) =>
    `内容为 ${p['width']} × ${p['height']} 毫米，而纸张为 ${p['paperWidth']} × ${p['paperHeight']} 毫米。请使用更大的纸或更小的面单。`,
  'too-much': () => '打印它需要的时间或内存过多。请修正或清空。',
  'private-address': () => '它的地址在本地网络内，而设置不允许。请在设置中允许，或直接提供面单。',
  'not-fetched': (p) => `无法从其地址获取（${p['said']}）。请稍后再试，或直接提供面单。`,
};

/** What is wrong on the paper of an own label that is printed nevertheless. */
const warns: Record<OwnLabelWarning, string> = {
  faint: '部分内容颜色太浅，打不出来',
  'fine-bars': '条码的条太细，打不出来',
};

export const labels: Catalogue['labels'] = {
  title: '面单',
  lists: '面单列表',
  list: { ready: '待打印', unconfirmed: '可能已打印', provisional: '临时', reprint: '需重打', printed: '已打印' },
  listMeans: {
    ready: '服务方已创建，运单号为最终号，尚未打印。',
    unconfirmed: '这些面单可能已打印。打印前请先找一找面单。',
    provisional: '运单号还可能变化。包裹不能等时才打印。',
    reprint: '这些面单已失效。请取下旧面单；按 F8 打印新面单。',
    printed: '已打印，运单号仍然有效。',
  },
  entries: '面单',
  columns: { key: '包裹', recipient: '收件人', number: '运单号', age: '录入', printed: '打印', why: '原因' },
  never: '未打印',
  noRecipient: '没有收件人',
  cannot: '无法打印',
  warns,
  warnedAsk: (p) => (p.of === '1' ? '这张面单打印不完整' : `${p.of} 张面单中有 ${p.shown} 张打印出来会有问题`),
  warnedBy: (p) => `${p.what}（${p.shown} 张）：`,
  warnedMeans: '这些面单由下单方提供，承运商可能无法识读。',
  warnedNotAll: '没有检查全部面单：耗时过长。',
  warnedAnyway: '仍然打印',
  warnedLook: '查看这些面单',
  noAddress: '没有地址',
  bareAsk: (p) => `${p.count} 张面单没有地址`,
  bareMeans: '面单上不会有城市和街道，包裹无法派送。',
  bareAnyway: '没有地址仍然打印',
  stale: {
    'number-came': () => '打印时没有运单号，现在有了',
    'number-changed': (p) => `打印的运单号是 ${p.number}`,
    'number-final': (_) => '打印的是临时面单，现在是最终号',
    corrected: (_) => '打印后已修正',
    replaces: (p) => `替换 ${p.key}，其面单已打印`,
  },
  copies: (p) => `${p.count} 次`,
  empty: '此列表没有面单。',
  find: '搜索面单',
  findHint: '包裹、运单号、收件人',
  noneFound: (p) => `此列表中没有与“${p.text}”匹配的面单。`,
  newestFirst: '最新在前',
  sheet: {
    title: '纸张',
    none: '面单纸',
    kind: (p) => `${p.paper}，每页 ${p.count} 张`,
    begin: '从第几张开始',
  },
  preview: '预览',
  previewOf: (p) => `${p.key} 的面单`,
  noPreview: '选择一张面单进行预览。',
  size: (p) => `${p.width} × ${p.height} 毫米`,
  problems: '打印出来会有误',
  notLikeThis: '这张面单无法打印',
  noPicture: '无法预览',
  problem: {
    'missing-glyph': (p) => `面单字体无法打印 ${p['characters']}。`,
    'does-not-fit': (p) => `内容过长：第 ${p['count']} 行之后被截断。`,
    'too-long': (p) => `内容过长：${p['count']} 个字符。`,
    'control-character': (p) => `不可见的控制字符不会打印：${p['characters']}。`,
    'fine-bars': (p) =>
      `号码较长，在 ${p['dpi']} dpi 下最窄的条只有 ${p['count']} 个点宽：贴上之前请先试扫第一张面单。如果扫不出，请调低打印机浓度，或改用 300 dpi 打印机。`,
    'not-encodable': () => '条形码无法包含这些字符。',
    'no-address': () => '没有地址：没有城市和街道。',
    'nothing-to-encode': () => '为空，因此没有条形码。',
    'own-label': (p) => ownLabel[ownLabelFaultOf(p)](p),
  },
  ownTooLarge: (p) => `此面单为 ${p['megabytes']} MB，上限为 ${p['most']} MB。没有粘贴任何内容。请使用较小的面单。`,
  printCount: (p) => `打印 ${p.count} 张面单`,
  making: (p) => `正在准备 ${p.done} / ${p.of}`,
  reversed: '倒序打印',
  leftOut: (p) => `${p.count} 张无法打印，已略过`,
  wereOut: '标记为已打印',
  askPrinted: (p) => `${p.count} 张面单打印正常吗？`,
  askPrintedMeans: '如果缺纸或面单损坏，请选“否”，然后重打缺少的面单。',
  allOut: '是',
  notAll: '否，留在列表中',
  markedPrinted: (p) => `${p.count} 张已标记为已打印`,
  readyAgain: (p) => `${p.count} 张面单可以再次打印。`,
  opened: '面单已在新窗口打开，请在那里以 100% 比例打印。',
  noWindow: '窗口被拦截。请改为存为 PDF 再打印。',
  dialogOpen: '打印对话框已打开。请选择面单打印机，比例 100%。',
  handedOver: (p) => `${p.count} 张面单已发送到打印机。`,
  notPrinted: '已取消打印。没有打印面单，也没有标记为已打印。',
};
