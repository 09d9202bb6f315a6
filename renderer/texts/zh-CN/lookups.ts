import type { Catalogue } from '../catalogue.ts';

export const lookups: Catalogue['lookups'] = {
  age: {
    asking: '正在向服务方查询…',
    askingOf: (p) => `截至 ${p.when}，正在重新查询…`,
    askingSince: (p) => `${p.since}前，查询中`,
    none: '尚无结果',
    fresh: (p) => `最新，截至 ${p.when}`,
    old: (p) => `截至 ${p.when}，已过时`,
    notFresh: '已过时',
  },
  why: {
    offline: '现在无法连接服务方。这是其最近一次回应。',
    offlineUnknown: '现在无法连接服务方。会尽快查询。',
    unknown: '服务方查不到。',
    patience: (p) => (p.time === '' ? '服务方要求等待。' : `服务方要求等待：请等 ${p.time}再试。`),
    refused: (p) => `服务方回应状态码 ${p.status}：${p.text}`,
    notShown: (p) => `回应的格式异常。${p.text}`,
  },
  whyWord: { offline: '离线', unknown: '查不到', patience: '需等待', failed: '没有回应' },
  list: {
    asking: (p) => `${p.count} 个尚未回应`,
    help: '回车打开一行，空格选择，Shift 加方向键选择多行。',
  },
  raw: {
    unexpected: (p) => `回应有 ${p.count} 处异常`,
    expectedFound: (p) => `应为${p.due}，实为${p.came}`,
    outsideRule: '不符合文档规定',
    kind: {
      text: '文本',
      'a number': '数字',
      'a whole number': '整数',
      'true or false': '是/否值',
      'a list': '列表',
      'an object': '对象',
      null: '空值',
      'no finite number': '不是有限数字',
    },
    unexpectedMeans: '能读取的内容已显示；服务方的完整回应在下方。',
    whole: '完整回应',
  },
  many: {
    placeholder: '扫描、输入或粘贴',
    count: (p) => `${p.count} 个号码`,
    repeated: (p) => `重复 ${p.count} 个`,
    tooLong: (p) => `${p.count} 个过长，已略去`,
    firstOf: (p) => `一次最多 ${p.most} 个：只查询前面的。`,
    tooMany: (p) => `一次最多 ${p.most} 个。`,
  },
};
