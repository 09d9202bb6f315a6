import type { Catalogue } from '../catalogue.ts';

export const similar: Catalogue['similar'] = {
  ask: '这个包裹是不是已经录过？',
  means: '不久前已为同一收件人录入同样的货物：',
  notice: (p) => `与之前录入的 ${p.key} 相似。`,
  late: (p) => `已保存，但与之前录入的 ${p.key} 相似。`,
  by: (p) => `由 ${p.operator} 录入`,
  open: (p) => `打开 ${p.key}`,
};
