export const TEXT_FONT = 'NotoSans-Regular.ttf';
export const BOLD_FONT = 'NotoSans-Bold.ttf';
export const CJK_FONT = 'NotoSansCJKsc-Regular.otf';

/** Tried in this order for characters that a script's own font lacks. */
export const FALLBACK_FONTS = [
  TEXT_FONT,
  'NotoSansSymbols-Regular.ttf',
  'NotoSansSymbols2-Regular.ttf',
  CJK_FONT,
] as const;

export interface Script {
  /** ISO 15924, for the shaper. */
  readonly tag: string;
  readonly font: string;
}

// "Tag Unicode_name font"; font - is TEXT_FONT, CJK is CJK_FONT, a missing font is NotoSans<name>.
const ROWS = `
Latn Latin -
Grek Greek -
Cyrl Cyrillic -
Hani Han CJK
Hira Hiragana CJK
Kana Katakana CJK
Hang Hangul CJK
Bopo Bopomofo CJK
Arab Arabic
Hebr Hebrew
Thai Thai
Deva Devanagari
Beng Bengali
Taml Tamil
Telu Telugu
Knda Kannada
Mlym Malayalam
Gujr Gujarati
Guru Gurmukhi
Orya Oriya
Sinh Sinhala
Khmr Khmer
Mymr Myanmar
Laoo Lao
Tibt Tibetan NotoSerifTibetan
Geor Georgian
Armn Armenian
Ethi Ethiopic
Mong Mongolian
Thaa Thaana
Syrc Syriac
Nkoo Nko NotoSansNKo
Adlm Adlam
Cher Cherokee
Cans Canadian_Aboriginal NotoSansCanadianAboriginal
Tfng Tifinagh
Vaii Vai
Yiii Yi
Java Javanese
Bali Balinese
Sund Sundanese
Bugi Buginese
Batk Batak
Rjng Rejang
Cham Cham
Lana Tai_Tham NotoSansTaiTham
Tale Tai_Le NotoSansTaiLe
Talu New_Tai_Lue NotoSansNewTaiLue
Tavt Tai_Viet NotoSansTaiViet
Lisu Lisu
Plrd Miao
Limb Limbu
Lepc Lepcha
Mtei Meetei_Mayek NotoSansMeeteiMayek
Olck Ol_Chiki NotoSansOlChiki
Sylo Syloti_Nagri NotoSansSylotiNagri
Saur Saurashtra
Newa Newa
Cakm Chakma
Wara Warang_Citi NotoSansWarangCiti
Sora Sora_Sompeng NotoSansSoraSompeng
Mroo Mro
Wcho Wancho
Gong Gunjala_Gondi NotoSansGunjalaGondi
Gonm Masaram_Gondi NotoSansMasaramGondi
Rohg Hanifi_Rohingya NotoSansHanifiRohingya
Kali Kayah_Li NotoSansKayahLi
Tglg Tagalog
Tagb Tagbanwa
Hano Hanunoo
Buhd Buhid
Bamu Bamum
Bass Bassa_Vah NotoSansBassaVah
Osge Osage
Dsrt Deseret
Copt Coptic
Mand Mandaic
Pauc Pau_Cin_Hau NotoSansPauCinHau
Hmng Pahawh_Hmong NotoSansPahawhHmong
Hmnp Nyiakeng_Puachue_Hmong NotoSerifNyiakengPuachueHmong
Brai Braille NotoSansSymbols2`;

function fontFile(name: string, font: string | undefined): string {
  if (font === '-') return TEXT_FONT;
  if (font === 'CJK') return CJK_FONT;
  return `${font ?? `NotoSans${name}`}-Regular.ttf`;
}

interface ScriptRow extends Script {
  readonly own: RegExp;
  readonly extended: RegExp;
}

const TABLE: ScriptRow[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const [tag = '', name = '', font] = row.split(' ');
    return {
      tag,
      font: fontFile(name, font),
      own: new RegExp(`^\\p{Script=${name}}`, 'u'),
      extended: new RegExp(`^\\p{Script_Extensions=${name}}`, 'u'),
    };
  });

/** Digits, punctuation, marks: characters without a script of their own. */
export const COMMON: Script = { tag: 'Zyyy', font: TEXT_FONT };

const COMMON_OR_INHERITED = /^[\p{Script=Common}\p{Script=Inherited}]/u;
const known = new Map<number, { script: Script; hint: Script | undefined }>();

/**
 * The script of a character. A character without script has COMMON, and as `hint` the first script known to use it. A
 * script without a font here is also COMMON; its glyphs are then reported missing.
 */
export function scriptOf(codePoint: number): { script: Script; hint: Script | undefined } {
  const found = known.get(codePoint);
  if (found !== undefined) return found;
  const char = String.fromCodePoint(codePoint);
  const isCommon = COMMON_OR_INHERITED.test(char);
  const row = TABLE.find((script) => (isCommon ? script.extended : script.own).test(char));
  const result = isCommon || row === undefined ? { script: COMMON, hint: row } : { script: row, hint: undefined };
  known.set(codePoint, result);
  return result;
}

const EMBOLDENED = '#bold';

/**
 * Bold variant of a font: a separate file if available, else the same outlines emboldened, since bold files of all
 * scripts would add 16 MB.
 */
export const boldOf = (font: string): string => (font === TEXT_FONT ? BOLD_FONT : `${font}${EMBOLDENED}`);

/** The file of a font, and whether its outlines are emboldened. */
export const fileOf = (font: string): { file: string; heavier: boolean } =>
  font.endsWith(EMBOLDENED)
    ? { file: font.slice(0, -EMBOLDENED.length), heavier: true }
    : { file: font, heavier: false };
