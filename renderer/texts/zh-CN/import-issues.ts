import type { importAdvice as enAdvice, importIssues as enIssues } from '../en/import-issues.ts';

export const importIssues: typeof enIssues = {
  'no-plain-number': (p) =>
    p.means === undefined ? '不是纯数字：只写数字，小数用点。' : `不是纯数字。如果是小数，请写成 ${p.means}。`,
  'too-many-digits': () => '位数过多，无法精确保存（最多 15 位）。',
  'not-a-flag': () => '既不是 TRUE 也不是 FALSE。',
  'lost-digits': () => '表格已丢失此数字的部分位数。请把该列设为文本格式后重新输入。',
  'no-value': (p) => (p.shown === undefined ? '此处只能写 {}。' : `此处的公式没有值：${p.shown}。`),
  'beyond-header': (p) => `第 ${p.cell} 个单元格超出了表头的最后一列。`,
  'two-dates': (p) => `是 ${p.first} 还是 ${p.second}？请写明。`,
  'short-year': () => '年份请写四位，如 2026-12-31T08:00。',
  'differs-within': (p) => `与第 ${p.row} 行的内容不一致。同一项只写一次，或每行写相同内容。`,
  'no-entry-number': () => '此列是明细序号：1、2、3……；空列表写 []。',
  'stands-apart': (p) => `第 ${p.row} 行已经出现过，中间隔了别的。同一项的行要放在一起。`,
  'which-entry': () => '与上一行是同一项还是另一项？请写序号；若是同一项，这几格请留空。',
  'empty-and-filled': () => '注明为空列表，但其他行又填写了内容。',
  'not-goods': () => '此行没有编号、SKU 和品名，不算商品。如果是合计行，请清空这些单元格；如果是商品，请写明是什么。',
  'other-unit': (p) =>
    `“${p.column}”列的单位是 ${p.unit}，而此字段的单位是 ${p.expected}。系统不做换算：请在文件中按 ${p.expected} 填写数值，并修改列标题。`,
  'unit-unknown': (p) =>
    `“${p.column}”列的单位是 ${p.unit}，而系统不知道此字段按什么单位计。只有服务方也按 ${p.unit} 计时才对应此列。`,
  'payer-column': (p) => `“${p.column}”列似乎是付款人的信息。包裹也是寄给此人吗？`,
};

export const importAdvice: typeof enAdvice = {
  'rounded-number': '像是被表格舍入的长数字，请把该列设为文本格式。',
  'unseen-characters': '含有看不见的字符，将原样发送。',
  'sent-as-date': '日期写法不同，发送的写法见预览。',
  'read-as-country': '写的是国家名称；发送两个字母的代码，见预览。',
  'two-dates': '此日期有两种读法，将按原样发送。',
  'long-text': '文字很长，将完整发送。',
};
