import type { Catalogue } from '../catalogue.ts';

export const filling: Catalogue['filling'] = {
  origin: {
    own: '自动',
    carried: '沿用上一单',
    template: '来自模板',
    remembered: '来自常用资料',
    order: '来自订单',
  },
  again: { carried: '沿用上一单：仍正确吗？', template: '来自模板：仍正确吗？' },
  asked: {
    carried: (p) => `请核对${p.names.join('、')}。其余沿用上一单。`,
    template: (p) => `请核对${p.names.join('、')}。其余来自模板。`,
  },
  halfTyped: '表单不为空。请先保存、存为草稿或清空。',
  noLast: '之前没有此类订单。',
  begunFrom: (p) => `已按“${p.name}”填写。`,
  templateHint: '输入模板名称的一部分',
  noTemplate: '没有匹配的模板。',
  usedTimes: (p) => `用过 ${p.count} 次`,
  templateName: '名称',
  templateMeans: '全部保存，只属于单个包裹的内容除外：各种编号、自有面单、身份证件。',
  nameTooLong: (p) => `名称最多 ${p.most} 个字符，现在有 ${p.count} 个。`,
  nameTaken: (p) => `“${p.name}”已存在（${p.operator || '无操作员'}，用过 ${p.used} 次），将被替换。`,
  replaceTemplate: '替换模板',
  unread: (p) => `无法识别，未保存：${p.names.join('、')}。`,
  templateSaved: (p) => `模板“${p.name}”已保存。`,
  filledFrom: (p) => `${p.name}的 ${p.count} 个字段已按常用资料填入。`,
};
