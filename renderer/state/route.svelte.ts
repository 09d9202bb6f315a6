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

class Route {
  #place = $state.raw<Place>({ screen: 'today', rest: [] });
  #address = '';

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

  start(): () => void {
    // the browser tells a while later of what was gone to here: a screen that began then is not begun again
    const read = () => location.hash !== this.#address && this.#read();
    this.#read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }

  #read(): void {
    this.#address = location.hash;
    this.#place = readAddress(this.#address);
  }
}

export const route = new Route();
