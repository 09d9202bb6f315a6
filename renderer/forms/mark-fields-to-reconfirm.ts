import { pathsOf, type ListPart } from '../../shared/creates/form/form-layout.ts';
import { inAnyLine, inLine, isInList, isWithin, lastName, relativeTo, templateOf } from '../../shared/path/path.ts';
import { keyPathOf } from '../../shared/service/create-facts.ts';
import { describeFields } from '../../shared/service/describe-fields.ts';
import { partiesOf } from './address/parties.ts';
import type { FormSource } from './fields-to-reconfirm.svelte.ts';
import type { FormFields } from './form-fields.ts';
import type { ScreenForm } from './screen-form.svelte.ts';

/**
 * Marks the fields to reconfirm in a form started from another: those that usually change (`changing`, from the desk),
 * what depends on them (a new recipient means a new address, other goods another quantity), and required fields that
 * are blank.
 */
export function markFieldsToReconfirm(form: ScreenForm, from: FormSource, changing: readonly string[]): void {
  const { fields } = form;
  const known = new Set([...pathsOf(fields), ...listsOf(fields)]);
  const asked = new Set(changing.filter((path) => known.has(path)));
  if (asked.size === 0) return;
  const isBlank = (path: string): boolean => form.textAt(path).trim() === '';
  for (const { at } of partiesOf(form.endpoint)) {
    const inside = (path: string): boolean => relativeTo(at, path) !== undefined;
    if (![...asked].some(inside)) continue;
    const filled = [...form.texts].filter(([path, text]) => inside(path) && text.trim() !== '').map(([path]) => path);
    const first = fields.first.flatMap((part) => part.fields).filter(inside);
    for (const path of filled.length > 0 ? filled : first) asked.add(path);
  }
  for (const path of asked) {
    const quantity = path.replace(/\.(Sku|DeclareNameE[Nn])$/, '.Quantity');
    if (isInList(path) && form.fieldAt(quantity)) asked.add(quantity);
  }
  for (const { path, required } of describeFields(form.endpoint)) {
    const needed = required || path === keyPathOf(form.endpoint);
    if (needed && !isInList(path) && known.has(path) && isBlank(path)) asked.add(path);
  }
  if (from === 'template') for (const path of blankTemplateFields(form)) asked.add(path);
  form.fieldsToReconfirm.begin(from, asked, carriedLineCounts(form, asked));
}

/**
 * Fields at the start of the form that a template leaves blank. An address or a list counts as given if any part of it
 * is.
 */
function blankTemplateFields(form: ScreenForm): string[] {
  const { fields } = form;
  const parties = partiesOf(form.endpoint);
  const first = fields.first.flatMap((part) => {
    const blank = part.fields.filter((path) => form.textAt(path).trim() === '');
    const isParty = parties.some(({ at }) => part.fields.every((path) => isWithin(path, at)));
    return isParty && blank.length < part.fields.length ? [] : blank;
  });
  const lists = fields.lists.filter(({ list }) => form.lines(list) === 1 && form.lineIsEmpty(list, 0));
  return [...first, ...lists.map(({ list, columns: [column = ''] }) => inAnyLine(list, column))];
}

const listsOf = ({ lists, foldedLists }: FormFields): string[] => {
  const inside = ({ list, within }: ListPart, at = list): string[] => [
    at,
    ...(within ? inside(within, inAnyLine(at, within.list)) : []),
  ];
  return [...lists, ...foldedLists].flatMap((part) => inside(part));
};

function carriedLineCounts(form: ScreenForm, asked: ReadonlySet<string>): Map<string, number> {
  const { fields } = form;
  const counts = new Map<string, number>();
  const count = (part: ListPart, list: string): void => {
    const lines = form.lines(list);
    const isEmpty = lines === 1 && form.lineIsEmpty(list, 0);
    const isAsked = [...asked].some((path) => path !== templateOf(list) && isWithin(path, templateOf(list)));
    counts.set(list, isEmpty && isAsked ? 0 : lines);
    for (let line = 0; part.within && line < lines; line++) count(part.within, inLine(list, line, part.within.list));
  };
  for (const part of [...fields.lists, ...fields.foldedLists]) count(part, part.list);
  return counts;
}

/** The parts of the form with fields to reconfirm, each once, in form order: a party, a list or a field. */
export function partsToReconfirm(form: ScreenForm): ({ party: string } | { list: string } | { field: string })[] {
  const { fields } = form;
  const asked = form.fieldsToReconfirm.fields;
  const parties = partiesOf(form.endpoint);
  const parts = [...fields.lists, ...fields.foldedLists];
  const found = new Map<string, { party: string } | { list: string } | { field: string }>();
  for (const path of pathsOf(fields)) {
    if (!asked.has(path)) continue;
    const party = parties.find(({ at }) => isWithin(path, at));
    const part = parts.find(({ list }) => isWithin(path, list));
    if (party) found.set(party.at, { party: lastName(party.at) });
    else if (part) found.set(part.list, { list: part.name });
    else found.set(path, { field: path });
  }
  return [...found.values()];
}
