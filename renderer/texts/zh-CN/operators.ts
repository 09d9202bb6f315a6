import type { Catalogue } from '../catalogue.ts';

export const operators: Catalogue['operators'] = {
  title: '操作员',
  lead: '在本台工作的人。每条记录、每次修改和打印都会记下名字。',
  attribution: '这只说明是谁做的。无论有没有 PIN，都不限制任何人，也不起保密作用。',
  ask: '现在谁在操作？',
  code: '短代码或姓名',
  codeHint: '也可以扫工牌。留空表示不记名。',
  freeName: '姓名',
  freeNameHint: '还没有登记操作员，可以填任何名字。在“操作员”页面可设置短代码和工牌。',
  pin: 'PIN',
  pinFor: (p) => `${p.name} 的 PIN`,
  pinNeeded: '该操作员设有 PIN，请输入。',
  pinWrong: 'PIN 不对。',
  unknown: '没有操作员使用这个代码或姓名。',
  unknownBadge: '本台没有操作员使用这张工牌。',
  entered: (p) => `现在由 ${p.name} 操作。`,
  nobody: '现在不记名。',
};
