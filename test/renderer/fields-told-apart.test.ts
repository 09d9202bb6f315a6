import { en } from '../../renderer/texts/en.ts';
import { zhCN } from '../../renderer/texts/zh-CN.ts';
import { creates } from '../../shared/creates/creates.ts';
import { barePath, isInList, lastName, parentOf, templateOf } from '../../shared/path/path.ts';
import { describeFields } from '../../shared/service/describe-fields.ts';
import { expect, it } from 'vitest';

const named = (table: Record<string, string>, name: string) => (Object.hasOwn(table, name) ? table[name] : undefined);

it.each([
  ['en', en],
  ['zh-CN', zhCN],
] as const)(
  'each field that can be set in many entries has a name that is unique in its kind together with that of its part: %s',
  (_, { form }) => {
    const wordsOf = (path: string): string => {
      const template = templateOf(path);
      const own = named(form.of, template) ?? named(form.name, lastName(template)) ?? '';
      return `${own} · ${named(form.name, lastName(barePath(templateOf(parentOf(path))))) ?? ''}`;
    };
    for (const { number } of creates) {
      const paths = describeFields(number)
        .filter(({ path, type }) => type !== 'object' && type !== 'list' && !isInList(path))
        .map(({ path }) => path);
      const words = paths.map(wordsOf);
      const alike = paths.filter((_, at) => words.indexOf(words[at] ?? '') !== at);
      expect(alike.map((path) => `${path}: ${wordsOf(path)}`)).toEqual([]);
    }
  },
);
