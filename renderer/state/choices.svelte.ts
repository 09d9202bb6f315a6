import { ask } from '../transport/desk.ts';
import { storeChoice, loadChoice, loadDeskChoice } from './kept-choice.ts';
import { pageStore } from './page-store.ts';

export const languages = ['en', 'zh-CN'] as const;
export type Language = (typeof languages)[number];
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const contrasts = ['system', 'more', 'usual'] as const;
export type Contrast = (typeof contrasts)[number];

/** A user's preferences for the screens. `locale`: format of numbers, dates and times; empty for the system's. */
export interface Preferences {
  language: Language;
  theme: Theme;
  contrast: Contrast;
  /** Shows the service's names of fields, numbers of endpoints and field details. */
  serviceNames: boolean;
  /** Shows the keys on every button and area. */
  keyCaps: boolean;
  locale: string;
  operator: string;
}

function oneOf<T extends string>(values: readonly T[], value: unknown, otherwise: T): T {
  return values.find((known) => known === value) ?? otherwise;
}

/** Parses stored preferences; invalid values get their defaults. */
export function parsePreferences(kept: unknown, systemLanguages: readonly string[]): Preferences {
  const from: Record<string, unknown> = typeof kept === 'object' && kept !== null ? { ...kept } : {};
  const spoken: Language = systemLanguages[0]?.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
  return {
    language: oneOf(languages, from['language'], spoken),
    theme: oneOf(themes, from['theme'], 'system'),
    contrast: oneOf(contrasts, from['contrast'], 'system'),
    serviceNames: from['serviceNames'] === true,
    keyCaps: from['keyCaps'] === true,
    locale: isLocale(from['locale']) ? from['locale'] : '',
    operator: typeof from['operator'] === 'string' ? from['operator'].slice(0, 100) : '',
  };
}

function isLocale(value: unknown): value is string {
  if (typeof value !== 'string' || value === '') return false;
  try {
    return Intl.getCanonicalLocales(value).length === 1;
  } catch {
    return false;
  }
}

const operatorPlace = 'parcel-desk operator';

class Choices {
  #chosen = $state<Preferences>(parsePreferences(null, []));

  get language(): Language {
    return this.#chosen.language;
  }
  get theme(): Theme {
    return this.#chosen.theme;
  }
  get contrast(): Contrast {
    return this.#chosen.contrast;
  }
  get serviceNames(): boolean {
    return this.#chosen.serviceNames;
  }
  get keyCaps(): boolean {
    return this.#chosen.keyCaps;
  }
  get operator(): string {
    return this.#chosen.operator;
  }
  get ownLocale(): string {
    return this.#chosen.locale;
  }
  /**
   * Locale for numbers, dates and times: the user's, else the system's, else the language's. A system without a
   * language reports `en-US@posix`, which no formatter accepts.
   */
  get locale(): string {
    return [this.#chosen.locale, navigator.language].find(isLocale) ?? this.#chosen.language;
  }
  /**
   * Locale of dates and times: the chosen one, else that of the system if it has the language of the screens, else that
   * language.
   */
  get dateLocale(): string {
    if (isLocale(this.#chosen.locale)) return this.#chosen.locale;
    return this.locale.split('-')[0] === this.language.split('-')[0] ? this.locale : this.language;
  }

  set(change: Partial<Preferences>): void {
    this.#chosen = { ...this.#chosen, ...change };
    const { operator, ...ofScreens } = $state.snapshot(this.#chosen);
    pageStore.write(operatorPlace, operator);
    storeChoice('choices', ofScreens, { ...ofScreens, operator });
    this.#reportLanguage();
  }

  /** Chosen or from the system: the desk requests tracking texts from the service in this language. */
  #reportLanguage(): void {
    void ask('desk.remember', { name: 'language', value: this.language });
  }

  /** Preferences for the screens may stay in a browser; the operator is known only to this window or the desk. */
  async start(): Promise<void> {
    const own = pageStore.read(operatorPlace);
    const [ofScreens, kept] = await Promise.all([
      loadChoice('choices'),
      own === null ? loadDeskChoice('choices') : null,
    ]);
    const chosen = parsePreferences(ofScreens, navigator.languages);
    const { operator } = parsePreferences(own === null ? (kept ?? ofScreens) : { operator: own }, navigator.languages);
    this.#chosen = { ...chosen, operator };
    pageStore.write(operatorPlace, operator);
    // Earlier versions stored the operator's name in the browser.
    if (chosen.operator !== '') this.set({});
    else this.#reportLanguage();
  }
}

export const choices = new Choices();
