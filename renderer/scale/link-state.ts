/** State of the connection to the scale; `missing`: this browser has no serial ports. */
export type LinkState = 'off' | 'missing' | 'unchosen' | 'opening' | 'open' | 'busy' | 'lost';
