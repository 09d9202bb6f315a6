/** How the desk stands to its scale; `missing`: this browser reaches none. */
export type LinkState = 'off' | 'missing' | 'unchosen' | 'opening' | 'open' | 'busy' | 'lost';
