import { sheetForm, thermalForm, type LabelForm } from '../../electron/labels/layout/label-form.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { labelSizeNames, labelSizes, sheetCounts, sheetGrids, sheetPapers } from '../../shared/printing/label-sizes.ts';
import { problemsOfLayout } from './problems-of-layout.ts';
import { SAMPLE_LABELS } from './sample-labels.ts';
import { describe, expect, it } from 'vitest';

const fonts = openFonts();
const forms: [string, LabelForm][] = [
  ...labelSizeNames.map((name): [string, LabelForm] => [name, thermalForm(labelSizes[name])]),
  ...Object.entries(sheetPapers).flatMap(([paper, { width, height }]) =>
    sheetCounts.map((count): [string, LabelForm] => {
      const { columns, rows } = sheetGrids[count];
      return [`${paper}, ${count} a sheet`, sheetForm({ width: width / columns, height: height / rows })];
    }),
  ),
];
const printed = { desk: 'desk-7', operator: 'Ana Silva', printedAt: '2026-11-23 20:45' };

describe.each(forms)('labels of %s', (_, form) => {
  const layouts = SAMPLE_LABELS.flatMap((source) =>
    [{}, { lacksNumber: true, TrackingNumber: '' }].map((more) => {
      const label = { ...source, printed, ...more };
      return { source: label, layout: layOut(label, fonts, form) };
    }),
  );

  it('show each sample address with nothing outside, no overlap, and no missing glyph', () => {
    const found = layouts.flatMap(({ source, layout }) =>
      [
        ...problemsOfLayout(layout),
        ...layout.problems.map(({ kind, field, message }) => `${kind} ${field} ${message}`),
      ].map((problem) => `${source.PackageId}: ${problem}`),
    );
    const kinds = Map.groupBy(found, (one) =>
      one
        .replace(/^\S+ /, '')
        .replace(/\s.*?(\S+).*/, ' $1')
        .slice(0, 60),
    );
    expect([...kinds].map(([kind, all]) => `${kind}: ${all.length} as ${all[0]}`)).toEqual([]);
  });
});
