import { screens, type Screen } from './screens.ts';

export type { Screen };

/** Where the screen stands: `#/outbox/ID`, `#/label-order/mend/ID`. */
export interface Place {
  screen: Screen;
  rest: string[];
}

/** Reads an address; what is not known is the first screen. */
export function readAddress(hash: string): Place {
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

/** more screens than these nobody goes back through */
export const maxTrail = 20;

class Route {
  #place = $state.raw<Place>({ screen: 'today', rest: [] });
  #address = '';
  /** addresses of the screens one came through to this one, the last one last */
  #trail: readonly string[] = [];
  /** another screen is gone to; what is left is still drawn */
  onleave = (_address: string): void => undefined;
  /** a screen was gone back to */
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

  /** To the screen one came from, as it was left; to the outbox where there was none. */
  back(): void {
    const to = this.#trail.at(-1) ?? addressOf('outbox');
    const trail = this.#trail.slice(0, -1);
    location.hash = to;
    this.#read();
    this.#trail = trail;
    this.onback(to);
  }

  start(): () => void {
    // the browser tells a while later of what was gone to here: a screen that began then is not begun again
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
      this.#trail = [...this.#trail, before].slice(-maxTrail);
    }
    this.#address = location.hash;
    this.#place = place;
  }
}

export const route = new Route();
