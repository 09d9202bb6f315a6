import { draw, type Drawing } from '../../labels/draw.ts';
import { thermalForm, type Size } from '../../labels/label-form.ts';
import { openFonts } from '../../labels/open-fonts.ts';
import { writeText, type Sheet } from '../../labels/write-text.ts';
import { fixedWords } from '../../labels/zone.ts';

/**
 * In the place of a label that only its printer draws: a white one would look as if nothing came out. What draws ZPL elsewhere has other
 * letters than a printer, so that a person would take for seen what is printed otherwise.
 */
export function zplSign({ width, height }: Size): Drawing {
  const fonts = openFonts();
  const sheet: Sheet = { form: thermalForm({ width, height }), fonts, boxes: [], problems: [] };
  const band = height / 5;
  writeText(sheet, {
    role: 'sign',
    box: { x: 0, y: (height - band) / 2, width, height: band },
    words: [fixedWords('ZPL', 0.08)],
    sizes: { largest: band * 0.7, comfortable: band * 0.5, smallest: 2 },
    align: 'center',
    stand: 'middle',
    inverse: true,
    stops: false,
  });
  return draw({ width, height, boxes: sheet.boxes, problems: [] }, fonts);
}
