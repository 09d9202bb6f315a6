import type { Catalogue } from '../catalogue.ts';

export const filling: Catalogue['filling'] = {
  origin: {
    own: '本台生成的编号',
    carried: '沿用上一单',
    template: '来自模板',
    remembered: '来自记忆',
  },
  filledFrom: (p) => `${p.name} 的 ${p.count} 个字段已从记忆中填入。`,
};
