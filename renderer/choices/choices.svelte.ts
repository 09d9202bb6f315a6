import { ask } from '../transport/desk.ts';
import { pageStore } from './page-store.ts';

const storageKeyOf = (name: string): string => `parcel-desk ${name}`;

/**
 * Saves a user's choice under a name: at once in the page's own store, and on the desk. `kept`: the desk's value, if it
 * includes more than may stay in a browser.
 */
export function storeChoice(name: string, value: unknown, kept = value): void {
  localStorage.setItem(storageKeyOf(name), JSON.stringify(value));
  void ask('desk.remember', { name, value: kept });
}

/**
 * Reads the page's own copy, which is available at once, or the desk's if there is none, for example after the address
 * changed.
 */
export async function loadChoice(name: string): Promise<unknown> {
  const kept = localStorage.getItem(storageKeyOf(name));
  return kept === null ? loadDeskChoice(name) : parsed(kept);
}

/** Reads the desk's copy. */
export async function loadDeskChoice(name: string): Promise<unknown> {
  const recalled = await ask('desk.recall', { name });
  return recalled.ok && recalled.value.at !== null ? recalled.value.value : null;
}

/** Calls `listener` when another window of the same desk changes the choice, until the returned function is called. */
export function subscribeChoice(name: string, listener: (value: unknown) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === storageKeyOf(name) && newValue !== null) listener(parsed(newValue));
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

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
