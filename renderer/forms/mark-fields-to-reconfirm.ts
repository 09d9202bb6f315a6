import { pathsOf, type ListPart } from '../../shared/creates/form/form-layout.ts';
import {
  fieldInAnyLine,
  fieldInLine,
  isInList,
  isWithin,
  lastName,
  relativeTo,
  templateOf,
} from '../../shared/path/path.ts';
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
export function markFieldsToReconfirm(form: ScreenForm, source: FormSource, changing: readonly string[]): void {
  const { fields } = form;
  const formPaths = new Set([...pathsOf(fields), ...allListPaths(fields)]);
  const pathsToReconfirm = new Set(changing.filter((path) => formPaths.has(path)));
  if (pathsToReconfirm.size === 0) return;
  const isBlank = (path: string): boolean => form.textAt(path).trim() === '';
  for (const { at } of partiesOf(form.endpoint)) {
    const isInParty = (path: string): boolean => relativeTo(at, path) !== undefined;
    if (![...pathsToReconfirm].some(isInParty)) continue;
    const filledPaths = [...form.texts]
      .filter(([path, text]) => isInParty(path) && text.trim() !== '')
      .map(([path]) => path);
    const firstPaths = fields.first.flatMap((part) => part.fields).filter(isInParty);
    for (const path of filledPaths.length > 0 ? filledPaths : firstPaths) pathsToReconfirm.add(path);
  }
  for (const path of pathsToReconfirm) {
    const quantity = path.replace(/\.(Sku|DeclareNameE[Nn])$/, '.Quantity');
    if (isInList(path) && form.fieldAt(quantity)) pathsToReconfirm.add(quantity);
  }
  for (const { path, required } of describeFields(form.endpoint)) {
    const isRequired = required || path === keyPathOf(form.endpoint);
    if (isRequired && !isInList(path) && formPaths.has(path) && isBlank(path)) pathsToReconfirm.add(path);
  }
  if (source === 'template') for (const path of blankTemplateFields(form)) pathsToReconfirm.add(path);
  form.fieldsToReconfirm.begin(source, pathsToReconfirm, carriedLineCounts(form, pathsToReconfirm));
}

/**
 * Fields at the start of the form that a template leaves blank. An address or a list counts as filled if any part of it
 * is.
 */
function blankTemplateFields(form: ScreenForm): string[] {
  const { fields } = form;
  const parties = partiesOf(form.endpoint);
  const blankFields = fields.first.flatMap((part) => {
    const blankPaths = part.fields.filter((path) => form.textAt(path).trim() === '');
    const isParty = parties.some(({ at }) => part.fields.every((path) => isWithin(path, at)));
    return isParty && blankPaths.length < part.fields.length ? [] : blankPaths;
  });
  const emptyLists = fields.lists.filter(({ list }) => form.lineCount(list) === 1 && form.isLineEmpty(list, 0));
  return [...blankFields, ...emptyLists.map(({ list, columns: [column = ''] }) => fieldInAnyLine(list, column))];
}

const allListPaths = ({ lists, foldedLists }: FormFields): string[] => {
  const listPathsOf = ({ list, nested: within }: ListPart, at = list): string[] => [
    at,
    ...(within ? listPathsOf(within, fieldInAnyLine(at, within.list)) : []),
  ];
  return [...lists, ...foldedLists].flatMap((part) => listPathsOf(part));
};

function carriedLineCounts(form: ScreenForm, pathsToReconfirm: ReadonlySet<string>): Map<string, number> {
  const { fields } = form;
  const counts = new Map<string, number>();
  const countLines = (part: ListPart, list: string): void => {
    const lines = form.lineCount(list);
    const isEmpty = lines === 1 && form.isLineEmpty(list, 0);
    const needsReconfirm = [...pathsToReconfirm].some(
      (path) => path !== templateOf(list) && isWithin(path, templateOf(list)),
    );
    counts.set(list, isEmpty && needsReconfirm ? 0 : lines);
    for (let line = 0; part.nested && line < lines; line++)
      countLines(part.nested, fieldInLine(list, line, part.nested.list));
  };
  for (const part of [...fields.lists, ...fields.foldedLists]) countLines(part, part.list);
  return counts;
}

/** The parts of the form with fields to reconfirm, each once, in form order: a party, a list or a field. */
export function partsToReconfirm(form: ScreenForm): ({ party: string } | { list: string } | { field: string })[] {
  const { fields } = form;
  const pathsToReconfirm = form.fieldsToReconfirm.paths;
  const parties = partiesOf(form.endpoint);
  const parts = [...fields.lists, ...fields.foldedLists];
  const partsByPath = new Map<string, { party: string } | { list: string } | { field: string }>();
  for (const path of pathsOf(fields)) {
    if (!pathsToReconfirm.has(path)) continue;
    const party = parties.find(({ at }) => isWithin(path, at));
    const part = parts.find(({ list }) => isWithin(path, list));
    if (party) partsByPath.set(party.at, { party: lastName(party.at) });
    else if (part) partsByPath.set(part.list, { list: part.name });
    else partsByPath.set(path, { field: path });
  }
  return [...partsByPath.values()];
}
