// Only countries whose language needs other glyph forms of the same characters.
const LANGUAGE_OF_COUNTRY: Readonly<Record<string, string>> = {
  CN: 'zh-Hans',
  SG: 'zh-Hans',
  TW: 'zh-TW',
  HK: 'zh-HK',
  MO: 'zh-HK',
  JP: 'ja',
  KR: 'ko',
  KP: 'ko',
  RS: 'sr',
  ME: 'sr',
  MK: 'mk',
  BG: 'bg',
  RO: 'ro',
  MD: 'ro',
  TR: 'tr',
  AZ: 'az',
  PK: 'ur',
  IR: 'fa',
  AF: 'fa',
  NP: 'ne',
};

/** Language for glyph selection (BCP 47). Kana and hangul in the text override the country. */
export function languageOf(country: string | undefined, text: string): string {
  if (/[\u3040-\u30ff]/.test(text)) return 'ja';
  if (/[\uac00-\ud7a3]/.test(text)) return 'ko';
  return LANGUAGE_OF_COUNTRY[(country ?? '').trim().toUpperCase()] ?? 'und';
}
