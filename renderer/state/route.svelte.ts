import { screens, type Screen } from './screens.ts';

export type { Screen };

/**
 * A location in the program, such as `#/outbox/ID` or `#/label-order/mend/ID`. `segments`: the parts after the screen.
 */
export interface RouteLocation {
  screen: Screen;
  segments: string[];
}

/** Parses an address; unknown ones lead to the first screen. */
export function readAddress(hash: string): RouteLocation {
  const [name, ...rest] = hash
    .replace(/^#\/?/, '')
    .split('/')
    .map((part) => decodeSafely(part));
  const screen = screens.find((candidate) => candidate === name);
  return screen ? { screen, segments: rest.filter((part) => part !== '') } : { screen: 'today', segments: [] };
}

export function addressOf(screen: Screen, ...segments: string[]): string {
  return `#/${[screen, ...segments].map(encodeURIComponent).join('/')}`;
}

function decodeSafely(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Maximum number of screens to go back through. */
export const maxHistory = 20;

class Route {
  #location = $state.raw<RouteLocation>({ screen: 'today', segments: [] });
  #address = '';
  /** Addresses of the screens that led to the current one, the most recent last. */
  #history: readonly string[] = [];
  /** Called before another screen is shown; the current one is still rendered. */
  onleave = (_address: string): void => undefined;
  /** Called when the user went back to a screen. */
  onback = (_address: string): void => undefined;

  get screen(): Screen {
    return this.#location.screen;
  }
  get segments(): readonly string[] {
    return this.#location.segments;
  }

  go(screen: Screen, ...segments: string[]): void {
    location.hash = addressOf(screen, ...segments);
    this.#readLocation();
  }

  /** Goes back to the previous screen as it was left, or to the outbox if there is none. */
  back(): void {
    const previousAddress = this.#history.at(-1) ?? addressOf('outbox');
    const remaining = this.#history.slice(0, -1);
    location.hash = previousAddress;
    this.#readLocation();
    this.#history = remaining;
    this.onback(previousAddress);
  }

  start(): () => void {
    // The browser reports a navigation made by `go` later; it must not restart the screen.
    const handleHashChange = () => location.hash !== this.#address && this.#readLocation();
    this.#readLocation();
    window.addEventListener('hashchange', handleHashChange);
    return () => window.removeEventListener('hashchange', handleHashChange);
  }

  #readLocation(): void {
    const previousAddress = this.#address;
    const newLocation = readAddress(location.hash);
    if (previousAddress !== '' && newLocation.screen !== this.#location.screen) {
      this.onleave(previousAddress);
      this.#history = [...this.#history, previousAddress].slice(-maxHistory);
    }
    this.#address = location.hash;
    this.#location = newLocation;
  }
}

export const route = new Route();
