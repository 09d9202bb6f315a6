import type { Catalogue } from '../catalogue.ts';

export const lookups: Catalogue['lookups'] = {
  age: {
    asking: '正在查询…',
    askingOf: (p) => `${p.when}的结果，正在重新查询…`,
    askingSince: (p) => `${p.since}前，查询中`,
    none: '尚无结果',
    fresh: (p) => `最新，${p.when}`,
    old: (p) => `${p.when}的结果，不是最新`,
    notFresh: '不是最新',
  },
  why: {
    offline: '现在无法连接服务方，显示的是上次的结果。',
    offlineUnknown: '现在连不上服务。连上后会自动查询。',
    unknown: '服务方查不到。',
    patience: (p) => (p.time === '' ? '服务方要求稍后再查。' : `服务方要求稍后再查：请等 ${p.time}。`),
    refused: (p) => `服务方回应状态码 ${p.status}：${p.text}`,
    notShown: (p) => `回应的形式出乎意料。${p.text}`,
  },
  whyWord: { offline: '离线', unknown: '查不到', patience: '需等待', failed: '没有回应' },
  list: {
    asking: (p) => `${p.count} 个等待回应`,
    help: '回车打开，空格选中，Shift 加方向键连续选择。',
  },
  raw: {
    unexpected: (p) => `回应有 ${p.count} 处出乎意料`,
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
      'no finite number': '无效数字',
    },
    unexpectedMeans: '能读懂的已显示；服务方的原文在下面，一字未改。',
    whole: '服务方回应的全部原文',
  },
  many: {
    placeholder: '扫描、输入或粘贴',
    count: (p) => `${p.count} 个`,
    repeated: (p) => `重复 ${p.count} 个`,
    tooLong: (p) => `${p.count} 个过长，已略去`,
    firstOf: (p) => `一次最多 ${p.most} 个，只查询前面的。`,
    tooMany: (p) => `一次最多 ${p.most} 个。`,
  },
};
