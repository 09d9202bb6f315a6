import { countryName } from '../../shared/countries/country-names.ts';
import { barePath, lastName, parentOf, templateOf } from '../../shared/path/path.ts';
import { describeFields, type FieldDescription } from '../../shared/service/describe-fields.ts';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import { unitOfField } from '../../shared/service/unit-of-field.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { hasInvisible } from '../../shared/text/invisible-text.ts';
import { isDateField, readDate } from '../../shared/text/read-date.ts';
import { choices } from '../choices/choices.svelte.ts';
import { t } from '../texts/say.svelte.ts';
import type { Origin } from './form-tree.svelte.ts';
import type { OrderForm } from './order-form.svelte.ts';
import { decimalSignOf, readNumber, writeNumber } from './read-field.ts';

function lookUpWord(table: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Label of a field in the screen's language; a field missing from the catalogue keeps the service's name. */
export function labelOf(path: string): string {
  const template = templateOf(path);
  return lookUpWord(t().form.of, template) ?? lookUpWord(t().form.name, lastName(template)) ?? lastName(template);
}

/** Name of the part of the order that a field belongs to; empty for the order itself. */
export function partNameOf(path: string): string {
  const part = lastName(barePath(templateOf(parentOf(path))));
  return lookUpWord(t().form.name, part) ?? '';
}

/** Label of a field among all fields of its order: followed by its part, or by its path if service names are shown. */
export function qualifiedLabelOf(path: string): string {
  const context = choices.serviceNames ? path : partNameOf(path);
  return context === '' ? labelOf(path) : `${labelOf(path)} · ${context}`;
}

export function hintOf(path: string): string | undefined {
  return lookUpWord(t().form.hint, lastName(templateOf(path)));
}

/** Unit shown beside a field: the documented one, else the desk's setting for weights and sizes. */
export const unitOf = (
  path: string,
  documentedUnit: string | undefined,
  settings: Settings | null,
): string | undefined => (settings === null ? documentedUnit : unitOfField(lastName(path), documentedUnit, settings));

/** Unit of a create's weights: the one documented for any of them, else the desk's. */
export function weightUnitOf(endpoint: EndpointNumber, settings: Settings | null): string | undefined {
  const weights = describeFields(endpoint).filter(({ path }) => lastName(path) === 'Weight');
  return unitOf('Weight', weights.find(({ unit }) => unit !== undefined)?.unit, settings);
}

/**
 * Label for the origin of a text the user did not type; for a field to reconfirm, the label asks whether the text
 * changes.
 */
export function originLabel(origin: Origin | undefined, needsReconfirm: boolean): string | undefined {
  if (origin === undefined) return undefined;
  return needsReconfirm && (origin === 'carried' || origin === 'template')
    ? t().filling.again[origin]
    : t().filling.origin[origin];
}

/**
 * How a typed number or date is interpreted, if that differs from the text: `1.234,5` is read as 1234,5, `24.12.2026`
 * as 2026-12-24T00:00:00.
 */
export function interpretationNote(
  { type, name }: Pick<FieldDescription, 'type' | 'name'>,
  text: string,
  locale: string,
): string | undefined {
  if (text.trim() === '') return undefined;
  switch (type) {
    case 'number':
    case 'integer':
    case 'decimal':
      return numberNote(text, locale);
    case 'date':
    case 'text':
      return dateNote(type, name, text);
    default:
      return undefined;
  }
}

function numberNote(text: string, locale: string): string | undefined {
  const ownSign = decimalSignOf(locale);
  const reading = readNumber(text, ownSign);
  if (!('value' in reading)) return undefined;
  const formatted = writeNumber(reading.value, ownSign);
  return formatted === text.trim() ? undefined : t().form.reads({ value: formatted });
}

function dateNote(type: 'date' | 'text', name: string, text: string): string | undefined {
  if (type === 'text' && !isDateField(name)) return undefined;
  const reading = readDate(text);
  if (type === 'text') return 'code' in reading ? t().form.adviceText['two-dates'] : undefined;
  return 'value' in reading && reading.isConverted ? t().form.reads({ value: reading.value }) : undefined;
}

/** Note under a valid field: invisible characters, the text sent before if it differs, or how the text is read. */
export function noteOf(
  form: Pick<OrderForm, 'textAt' | 'fieldAt' | 'isJoined' | 'originalPath'>,
  path: string,
  sentTexts: ReadonlyMap<string, string> | undefined,
): string | undefined {
  const text = form.textAt(path);
  const field = form.fieldAt(path);
  if (hasInvisible(text)) return t().address.unseenHere;
  if (form.isJoined(path)) return t().form.joined;
  const originalPath = form.originalPath(path);
  const sentText = (originalPath === undefined ? undefined : sentTexts?.get(originalPath)) ?? '';
  // For a line added since, the list shows the note.
  if (sentTexts && originalPath !== undefined && sentText !== text) {
    return sentText === '' ? t().form.wasEmpty : t().form.wasSent({ value: displayText(field, sentText) });
  }
  return field ? interpretationNote(field, text, choices.locale) : undefined;
}

/** Like `noteOf`, for a checkbox: one that was not sent was not ticked. */
export function noteOfCheckbox(
  form: Pick<OrderForm, 'originalPath'>,
  path: string,
  isTicked: boolean,
  sentTexts: ReadonlyMap<string, string> | undefined,
): string | undefined {
  const originalPath = form.originalPath(path);
  if (!sentTexts || originalPath === undefined) return undefined;
  const wasTicked = sentTexts.get(originalPath) === 'true';
  return wasTicked !== isTicked ? t().form.wasSent({ value: wasTicked ? t().frame.yes : t().frame.no }) : undefined;
}

function displayText(field: FieldDescription | undefined, text: string): string {
  const { yes, no } = t().frame;
  return field?.type === 'flag' ? ({ true: yes, false: no }[text] ?? text) : text;
}

/** Meaning of a code, shown beside the field's name. */
export const meaningOf = (path: string, text: string): string | undefined =>
  lastName(path) === 'Country' ? countryNameOf(text.trim()) : undefined;

function countryNameOf(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  const name = countryName(code, choices.language);
  return name === code ? undefined : name;
}
