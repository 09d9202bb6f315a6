import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { directionOf, createParagraph, shapeLine } from '../../electron/labels/text/shape-text.ts';
import { labelWith } from './sample-labels.ts';
import { describe, expect, it } from 'vitest';

const fonts = openFonts();

function glyphsOf(
  text: string,
  { language = 'und', direction = directionOf(text) ?? 'ltr' }: { language?: string; direction?: 'ltr' | 'rtl' } = {},
) {
  const paragraph = createParagraph(fonts, text, { bold: false, language, direction, spacing: 0 });
  const line = shapeLine(fonts, paragraph, 0, text.length);
  const glyphs = line.runs.flatMap(({ x, run }) =>
    run.glyphs.map((glyph) => ({ ...glyph, font: run.font, x: x + glyph.x })),
  );
  return {
    ids: glyphs.map((glyph) => glyph.id),
    seen: glyphs.map((glyph) => glyph.text).join(''),
    glyphs,
    missing: line.missing,
  };
}

describe('shaping', () => {
  it('joins Arabic letters: inside a word no letter has its isolated form', () => {
    const word = 'محمد';
    const alone = Array.from(word, (letter) => glyphsOf(letter).ids[0]);
    const joined = glyphsOf(word).ids.toReversed();
    expect(joined.length).toBe(4);
    joined.forEach((id, index) => expect(id).not.toBe(alone[index]));
  });

  it('draws lam and alef as one ligature', () => {
    expect(glyphsOf('لا').ids.length).toBe(1);
  });

  it('sets Hebrew from right to left', () => {
    expect(glyphsOf('דוד לוי').seen).toBe('יול דוד');
  });

  it('keeps numbers and Latin words left to right inside Hebrew', () => {
    expect(glyphsOf('רחוב Ben 12 א').seen).toBe('א Ben 12 בוחר');
    expect(glyphsOf('כיכר ספרא 8-1').seen).toBe('8-1 ארפס רכיכ');
  });

  it('keeps Hebrew inside an English line right to left, at its position', () => {
    expect(glyphsOf('at רחוב 5 (old)').seen).toBe('at 5 בוחר (old)');
  });

  it('mirrors brackets in right-to-left text', () => {
    const [open, close] = glyphsOf('()', { direction: 'ltr' }).ids;
    const ids = glyphsOf('(דוד)').ids;
    expect([ids[0], ids.at(-1)]).toEqual([open, close]);
  });

  it('orders right-to-left scripts outside the Basic Multilingual Plane correctly', () => {
    expect(glyphsOf('𞤀𞤣𞤤').glyphs.map((glyph) => glyph.text)).toEqual(['𞤤', '𞤣', '𞤀']);
  });

  it('draws the same Han character as each region writes it', () => {
    const shapes = ['zh-Hans', 'zh-TW', 'zh-HK', 'ja'].map((language) => glyphsOf('骨直', { language }).ids.join());
    expect(new Set(shapes).size).toBe(4);
  });

  it('stacks Devanagari conjuncts and moves the short i before its consonant', () => {
    expect(glyphsOf('क्ष').ids.length).toBe(1);
    const [i] = glyphsOf('कि').ids;
    expect(glyphsOf('क').ids[0]).not.toBe(i);
    expect(glyphsOf('कि').ids[1]).toBe(glyphsOf('क').ids[0]);
  });

  it('places marks of Thai, Khmer and Burmese over and under their letters, not behind them', () => {
    for (const text of ['กี่', 'ព្រះ', 'မြို့']) {
      const { glyphs } = glyphsOf(text);
      expect(new Set(glyphs.map(({ font }) => font)).size, text).toBe(1);
    }
    const [base, vowel, tone] = glyphsOf('กี่').glyphs;
    expect(vowel?.x).toBeLessThan((base?.x ?? 0) + 0.7);
    expect(tone?.x).toBeLessThan((base?.x ?? 0) + 0.7);
  });

  it('reports the characters that no font has', () => {
    expect(glyphsOf('Ann 😀').missing).toEqual(['😀']);
    expect(glyphsOf('𓀀').missing).toEqual(['𓀀']);
  });

  it('finds digits and punctuation shared by several scripts in a font of one of them', () => {
    expect(glyphsOf('١٢ ، ।').missing).toEqual([]);
    expect(glyphsOf('١٢').glyphs[0]?.font).toContain('Arabic');
    expect(glyphsOf('、').glyphs[0]?.font).toContain('CJK');
  });

  it('takes a letter and its mark from one font, however they are encoded', () => {
    expect(glyphsOf('e\u0301').ids).toEqual(glyphsOf('é').ids);
  });
});

describe('the living scripts', () => {
  const names = {
    Arab: 'محمد أحمد پژگ ٹڈے ۱۲',
    Hebr: 'דוד לוי',
    Hans: '欧阳龘',
    Hant: '臺灣龜',
    Jpan: '山田ジロー々﨑',
    Kore: '김영희',
    Thai: 'สมชาย',
    Geor: 'ნინო',
    Armn: 'Արամ',
    Deva: 'राजेश',
    Taml: 'அருண்',
    Beng: 'রহিম',
    Sinh: 'නිමල්',
    Khmr: 'សុខ ដារ៉ា',
    Mymr: 'မောင်မောင်',
    Laoo: 'ສົມພອນ',
    Ethi: 'አበበ',
    Grek: 'Γιώργος',
    Cyrl: 'Батбаяр Ңәқ',
    Latn: 'Nguyễn Łukasz Şule',
    Telu: 'రాము',
    Knda: 'ರಾಮ',
    Mlym: 'രാമൻ',
    Gujr: 'રામ',
    Guru: 'ਰਾਮ',
    Orya: 'ରାମ',
    Tibt: 'བཀྲ་ཤིས',
    Mong: 'ᠮᠣᠩᠭᠣᠯ',
    Thaa: 'މުހައްމަދު',
    Syrc: 'ܐܪܡ',
    Nkoo: 'ߒߞߏ',
    Tfng: 'ⵜⴰⵎ',
    Cher: 'ᏣᎳᎩ',
    Cans: 'ᐃᓄᒃ',
    Yiii: 'ꆈꌠ',
    Java: 'ꦗꦮ',
    Bopo: 'ㄅㄆㄇ',
    Adlm: '𞤀𞤣𞤤',
    Vaii: 'ꕙꔤ',
    Lana: 'ᨲᩫ᩠ᩅ',
    Rohg: '𐴀𐴁',
    Copt: 'ⲁⲃ',
    Hmnp: '𞄀𞄁',
    Plrd: '𖼀',
  };

  it.each(Object.entries(names))('%s has all its glyphs', (_, text) => {
    expect(layOut(labelWith({ recipient: { Contact: text } }), fonts).problems).toEqual([]);
  });
});
