import { screens, type Screen } from './screens.ts';

export type { Screen };

/** A location in the program: `#/outbox/ID`, `#/label-order/mend/ID`. */
export interface RoutePlace {
  screen: Screen;
  rest: string[];
}

/** Parses an address; unknown ones lead to the first screen. */
export function readAddress(hash: string): RoutePlace {
  const [name, ...rest] = hash
    .replace(/^#\/?/, '')
    .split('/')
    .map((part) => safelyDecoded(part));
  const screen = screens.find((known) => known === name);
  return screen ? { screen, rest: rest.filter((part) => part !== '') } : { screen: 'today', rest: [] };
}

export function addressOf(screen: Screen, ...rest: string[]): string {
  return `#/${[screen, ...rest].map(encodeURIComponent).join('/')}`;
}

function safelyDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Maximum number of screens to go back through. */
export const maxHistory = 20;

class Route {
  #place = $state.raw<RoutePlace>({ screen: 'today', rest: [] });
  #address = '';
  /** Addresses of the screens that led to the current one, the most recent last. */
  #history: readonly string[] = [];
  /** Called before another screen is shown; the current one is still rendered. */
  onleave = (_address: string): void => undefined;
  /** Called when the user went back to a screen. */
  onback = (_address: string): void => undefined;

  get screen(): Screen {
    return this.#place.screen;
  }
  get rest(): readonly string[] {
    return this.#place.rest;
  }

  go(screen: Screen, ...rest: string[]): void {
    location.hash = addressOf(screen, ...rest);
    this.#read();
  }

  /** Goes back to the previous screen as it was left, or to the outbox if there is none. */
  back(): void {
    const to = this.#history.at(-1) ?? addressOf('outbox');
    const trail = this.#history.slice(0, -1);
    location.hash = to;
    this.#read();
    this.#history = trail;
    this.onback(to);
  }

  start(): () => void {
    // The browser reports a navigation made here later: it must not restart the screen.
    const read = () => location.hash !== this.#address && this.#read();
    this.#read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }

  #read(): void {
    const before = this.#address;
    const place = readAddress(location.hash);
    if (before !== '' && place.screen !== this.#place.screen) {
      this.onleave(before);
      this.#history = [...this.#history, before].slice(-maxHistory);
    }
    this.#address = location.hash;
    this.#place = place;
  }
}

export const route = new Route();
