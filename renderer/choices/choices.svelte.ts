import { ask } from '../transport/desk.ts';
import { pageStore } from './page-store.ts';

const storageKeyOf = (name: string): string => `parcel-desk ${name}`;

/**
 * Saves a user's choice under a name: at once in the page's own store, and on the desk. `deskValue`: the value for the
 * desk, if it includes more than may stay in a browser.
 */
export function storeChoice(name: string, value: unknown, deskValue = value): void {
  localStorage.setItem(storageKeyOf(name), JSON.stringify(value));
  void ask('desk.remember', { name, value: deskValue });
}

/**
 * Reads the page's own copy, which is available at once, or the desk's if there is none, for example after the address
 * changed.
 */
export async function loadChoice(name: string): Promise<unknown> {
  const stored = localStorage.getItem(storageKeyOf(name));
  return stored === null ? loadDeskChoice(name) : parseJson(stored);
}

/** Reads the desk's copy. */
export async function loadDeskChoice(name: string): Promise<unknown> {
  const answer = await ask('desk.recall', { name });
  return answer.ok && answer.value.at !== null ? answer.value.value : null;
}

/** Calls `listener` when another window of the same desk changes the choice, until the returned function is called. */
export function subscribeChoice(name: string, listener: (value: unknown) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === storageKeyOf(name) && newValue !== null) listener(parseJson(newValue));
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function parseJson(json: string): unknown {
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

function oneOf<T extends string>(values: readonly T[], value: unknown, fallback: T): T {
  return values.find((allowed) => allowed === value) ?? fallback;
}

/** Parses stored preferences; invalid values get their defaults. */
export function parsePreferences(stored: unknown, systemLanguages: readonly string[]): Preferences {
  const fields: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const systemLanguage: Language = systemLanguages[0]?.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
  return {
    language: oneOf(languages, fields['language'], systemLanguage),
    theme: oneOf(themes, fields['theme'], 'system'),
    contrast: oneOf(contrasts, fields['contrast'], 'system'),
    serviceNames: fields['serviceNames'] === true,
    keyCaps: fields['keyCaps'] === true,
    locale: isLocale(fields['locale']) ? fields['locale'] : '',
    operator: typeof fields['operator'] === 'string' ? fields['operator'].slice(0, 100) : '',
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

const operatorKey = 'parcel-desk operator';

class Choices {
  #preferences = $state<Preferences>(parsePreferences(null, []));

  get language(): Language {
    return this.#preferences.language;
  }
  get theme(): Theme {
    return this.#preferences.theme;
  }
  get contrast(): Contrast {
    return this.#preferences.contrast;
  }
  get serviceNames(): boolean {
    return this.#preferences.serviceNames;
  }
  get keyCaps(): boolean {
    return this.#preferences.keyCaps;
  }
  get operator(): string {
    return this.#preferences.operator;
  }
  get chosenLocale(): string {
    return this.#preferences.locale;
  }
  /**
   * Locale for numbers, dates and times: the user's, else the system's, else the language's. A system without a
   * language reports `en-US@posix`, which no formatter accepts.
   */
  get locale(): string {
    return [this.#preferences.locale, navigator.language].find(isLocale) ?? this.#preferences.language;
  }
  /**
   * Locale of dates and times: the chosen one, else that of the system if it has the language of the screens, else that
   * language.
   */
  get dateLocale(): string {
    if (isLocale(this.#preferences.locale)) return this.#preferences.locale;
    return this.locale.split('-')[0] === this.language.split('-')[0] ? this.locale : this.language;
  }

  set(change: Partial<Preferences>): void {
    this.#preferences = { ...this.#preferences, ...change };
    const { operator, ...screenPreferences } = $state.snapshot(this.#preferences);
    pageStore.write(operatorKey, operator);
    storeChoice('choices', screenPreferences, { ...screenPreferences, operator });
    this.#reportLanguage();
  }

  /** Reports the language of the screens, in which the desk then requests tracking texts from the service. */
  #reportLanguage(): void {
    void ask('desk.remember', { name: 'language', value: this.language });
  }

  /**
   * Preferences for the screens may stay in a browser. The operator's name is stored only in this window and on the
   * desk.
   */
  async start(): Promise<void> {
    const ownOperator = pageStore.read(operatorKey);
    const [screenPreferences, deskPreferences] = await Promise.all([
      loadChoice('choices'),
      ownOperator === null ? loadDeskChoice('choices') : null,
    ]);
    const preferences = parsePreferences(screenPreferences, navigator.languages);
    const { operator } = parsePreferences(
      ownOperator === null ? (deskPreferences ?? screenPreferences) : { operator: ownOperator },
      navigator.languages,
    );
    this.#preferences = { ...preferences, operator };
    pageStore.write(operatorKey, operator);
    // Earlier versions stored the operator's name in the browser.
    if (preferences.operator !== '') this.set({});
    else this.#reportLanguage();
  }
}

export const choices = new Choices();
