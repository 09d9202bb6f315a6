import type { Catalogue } from '../catalogue.ts';

export const meter: Catalogue['meter'] = {
  title: '录入效率',
  lead: (p) =>
    `录入一个包裹的工作量：从空表单的第一次按键到保存，所用的按键、扫描和秒数。超过 ${p.pause} 秒的停顿不计入，存为草稿的也不计入。`,
  kept: '只保存在本台，保留 400 天，不会发送到任何地方。用于找出可以简化的地方，不拿任何人作比较。',
  periods: '时间范围',
  period: { 1: '今天', 7: '最近 7 天', 30: '最近 30 天' },
  byKind: '按类型',
  byField: '时间花在哪里',
  byDay: '按日期',
  kind: '类型',
  parcels: '包裹',
  seconds: '秒数（中位数）',
  keystrokes: '按键（中位数）',
  scans: '每单扫描',
  fields: '每单字段',
  model: '模型估计秒数',
  compared: '对比',
  field: '字段',
  share: '占总时间',
  secondsEach: '每单秒数',
  keystrokesEach: '每单按键',
  noField: '字段之外',
  day: '日期',
  modelMeans: (p) =>
    `模型为熟练录入者的击键层次模型：每次按键 ${p.keystroke} 秒，每个字段前思考 ${p.mental} 秒，每次扫描 ${p.scan} 秒。条形上的线就是模型的估计。`,
  empty: '这段时间没有录入包裹。',
};
