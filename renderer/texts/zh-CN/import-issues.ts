import type { importAdvice as enAdvice, importIssues as enIssues } from '../en/import-issues.ts';

export const importIssues: typeof enIssues = {
  'no-plain-number': (p) =>
    p.means === undefined ? '不是数字：请只写数字，小数前用点。' : `写法不是数字。如果是小数，请写成 ${p.means}。`,
  'too-many-digits': () => '位数超出数字可精确保存的范围（15 位）。',
  'not-a-flag': () => '请写 TRUE 或 FALSE。',
  'lost-digits': () => '表格已丢失此数字的部分位数。请将该列设为文本格式后重新输入。',
  'no-value': (p) => (p.shown === undefined ? '此处只能写 {}。' : `此单元格没有值：${p.shown}。请输入，或清空单元格。`),
  'beyond-header': (p) => `单元格 ${p.cell} 超出表头的最后一列。`,
  'two-dates': (p) => `是 ${p.first} 还是 ${p.second}？请写正确的那个。`,
  'short-year': () => '年份请写四位，例如 2026-12-31T08:00。',
  'differs-within': (p) => `同一订单在第 ${p.row} 行的此处值不同。请只写一次，或每行写相同的值。`,
  'no-entry-number': () => '请为列表中的各项编号 1、2、3……，空列表写 []。',
  'stands-apart': (p) => `第 ${p.row} 行已有此单，中间隔有其他行。同一订单的行必须相邻。`,
  'which-entry': () => '与上面是同一项还是新的一项？请分别编号；若是同一项，这些字段请留空。',
  'empty-and-filled': () => '列表标为空，但其他行填写了内容。',
  'not-goods': () =>
    '此行没有编号、SKU 和品名，因此没有列出货物。如果是合计行，请清空这些单元格；如果是货物，请写明是什么。',
  'rounded-number': () => '像是被表格舍入的长数字，位数已丢失。请重新输入。',
  'date-by-mistake': () => '像是表格误转成的日期。请输入原来的内容。',
  'lost-letters': () => '生成文件时有字符丢失。请重新输入。',
  cleaned: (p) => `去掉表格程序添加的内容后，按 ${p.value} 发送。`,
  'key-written': (p) => `编号去掉不允许的符号，写作 ${p.value}。`,
  converted: (p) => `${p.from} 按 ${p.to} 发送。`,
  'payer-column': (p) => `“${p.column}”列似乎属于买家或付款人。包裹也寄给此人吗？`,
};

export const importAdvice: typeof enAdvice = {
  'unseen-characters': '含有不可见字符，将原样发送。',
  'sent-as-date': '日期格式不同；发送的格式见预览。',
  'read-as-country': '国家名称；将发送其两位字母代码，见预览。',
  'two-dates': '日期有歧义，将按原样发送。',
  'long-text': '文字较长，将完整发送。',
};
