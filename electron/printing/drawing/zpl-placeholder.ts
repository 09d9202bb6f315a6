import { draw, type Drawing } from '../../labels/formats/draw.ts';
import { thermalForm, type Size } from '../../labels/layout/label-form.ts';
import { fixedText } from '../../labels/layout/zone.ts';
import { openFonts } from '../../labels/text/fonts.ts';
import { writeText, type Sheet } from '../../labels/text/write-text.ts';

/**
 * Placeholder in the preview of a label that only its printer can draw: a blank one would look as if nothing were
 * printed. Other ZPL renderers use other fonts than a printer, so their picture would be misleading.
 */
export function zplPlaceholder({ width, height }: Size): Drawing {
  const fonts = openFonts();
  const sheet: Sheet = { form: thermalForm({ width, height }), fonts, boxes: [], problems: [] };
  const band = height / 5;
  writeText(sheet, {
    role: 'sign',
    box: { x: 0, y: (height - band) / 2, width, height: band },
    texts: [fixedText('ZPL', 0.08)],
    sizes: { largest: band * 0.7, comfortable: band * 0.5, smallest: 2 },
    align: 'center',
    verticalAlign: 'middle',
    inverse: true,
    blocksPrinting: false,
  });
  return draw({ width, height, boxes: sheet.boxes, problems: [] }, fonts);
}
