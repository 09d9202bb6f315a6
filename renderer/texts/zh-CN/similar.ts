import type { Catalogue } from '../catalogue.ts';

export const similar: Catalogue['similar'] = {
  ask: '此包裹是否已录入？',
  means: '最近为同一收件人录入过相同的货物：',
  notice: (p) => `可能与 ${p.key} 重复。`,
  late: (p) => `已保存，但可能与 ${p.key} 重复。`,
  by: (p) => `由 ${p.operator} 录入`,
  open: (p) => `打开 ${p.key}`,
};
