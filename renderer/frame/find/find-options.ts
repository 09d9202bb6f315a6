import type {
  SearchResults,
  FoundEntry,
  FoundNumber,
  FoundRecipient,
  FoundSku,
  FoundTemplate,
} from '../../../shared/contract/search-procedures.ts';

/** A search result as an option; the type of `find` depends on its group. */
export type FindOption =
  | { group: 'entries'; id: string; find: FoundEntry }
  | { group: 'numbers'; id: string; find: FoundNumber }
  | { group: 'recipients'; id: string; find: FoundRecipient }
  | { group: 'skus'; id: string; find: FoundSku }
  | { group: 'templates'; id: string; find: FoundTemplate }
  | { group: 'all'; id: string; find: number };
export type FindGroup = FindOption['group'];

/** Results in the order shown; last, if any entry matches, an option for all of them in the outbox. */
export function optionsOf(found: SearchResults): FindOption[] {
  const options: FindOption[] = [
    ...found.entries.map((find) => ({ group: 'entries', id: `entry-${find.id}`, find }) as const),
    ...found.numbers.map((find) => ({ group: 'numbers', id: `number-${find.number.text}`, find }) as const),
    ...found.recipients.map((find) => ({ group: 'recipients', id: `recipient-${find.id}`, find }) as const),
    ...found.skus.map((find) => ({ group: 'skus', id: `sku-${find.Sku.text}`, find }) as const),
    ...found.templates.map((find) => ({ group: 'templates', id: `template-${find.id}`, find }) as const),
  ];
  if (found.entriesInAll > 0) options.push({ group: 'all', id: 'all', find: found.entriesInAll });
  return options;
}

/** The options grouped in order, each with its index among all options. */
export function groupsOf(
  options: readonly FindOption[],
): { group: FindGroup; options: { at: number; option: FindOption }[] }[] {
  const groups: { group: FindGroup; options: { at: number; option: FindOption }[] }[] = [];
  for (const [at, option] of options.entries()) {
    const last = groups.at(-1);
    if (last?.group === option.group) last.options.push({ at, option });
    else groups.push({ group: option.group, options: [{ at, option }] });
  }
  return groups;
}
