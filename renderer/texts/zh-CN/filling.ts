import type { Catalogue } from '../catalogue.ts';

export const filling: Catalogue['filling'] = {
  origin: {
    own: '本台生成的编号',
    carried: '沿用上一单',
    template: '来自模板',
    remembered: '来自常用资料',
    order: '取自该包裹的订单',
  },
  again: { carried: '同上一单，要改吗？', template: '来自模板，要改吗？' },
  asked: {
    carried: (p) => `只问：${p.names.join('、')}；其余同上一单。`,
    template: (p) => `只问：${p.names.join('、')}；其余同模板。`,
  },
  halfTyped: '这里已有输入的内容。请先保存、暂存或清空。',
  noLast: '还没有这类单据。',
  begunFrom: (p) => `已按“${p.name}”开始。`,
  templateHint: '输入模板名称的一部分',
  noTemplate: '没有这个名称的模板。',
  usedTimes: (p) => `用过 ${p.count} 次`,
  templateName: '名称',
  templateMeans: '全部保存，但仅属于一个包裹的内容除外：各种编号、自带面单、证件信息。',
  nameTooLong: (p) => `名称最多 ${p.most} 个字符，现在有 ${p.count} 个。`,
  nameTaken: (p) => `已有模板“${p.name}”（${p.operator || '未署名'}，用过 ${p.used} 次），保存将替换它。`,
  replaceTemplate: '替换模板',
  unread: (p) => `无法识别，不会保存：${p.names.join('、')}。`,
  templateSaved: (p) => `模板“${p.name}”已保存。`,
  filledFrom: (p) => `${p.name} 的 ${p.count} 个字段已从常用资料填入。`,
};
