import { labels as english } from '../../renderer/texts/en/labels.ts';
import { labels as chinese } from '../../renderer/texts/zh-CN/labels.ts';
import { ownLabelFaults } from '../../shared/labels/own-label.ts';
import { describe, expect, it } from 'vitest';

const params = {
  ...{
    megabytes: 40,
    most: 10,
    form: 'PDF',
    count: 300,
    width: 210,
    height: 297,
    command: '^CC',
    dpi: 300,
    head: 203,
    module: 0.19,
  },
  ...{ paperWidth: 100, paperHeight: 150, said: 'status 404', font: 'SimSun' },
};

describe('the text for an own label that cannot be printed', () => {
  it.each(ownLabelFaults)('has an instruction in both languages: %s', (reason) => {
    const [inEnglish, inChinese] = [english, chinese].map((words) => words.problem['own-label']({ ...params, reason }));
    expect(inEnglish).toMatch(/\. (Correct|Use|Remove|Print|Allow|Try)\b[^.]*\.$/);
    expect(inChinese).toMatch(/请.+。$/);
    expect(`${inEnglish}${inChinese}`).not.toMatch(/undefined|null/);
  });
});
