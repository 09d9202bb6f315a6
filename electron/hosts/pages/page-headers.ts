const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'font-src': "'self'",
  'img-src': "'self' data: blob:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  // Svelte's own policy for its templates; no other is allowed
  'trusted-types': 'svelte-trusted-html',
};

const unused = ['camera', 'microphone', 'geolocation', 'usb', 'hid', 'payment', 'display-capture'];

/** Headers of every page and answer, on all hosts. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': Object.entries(policy)
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // for a scale: a page may ask for a port, which a person then chooses
  'Permissions-Policy': [...unused.map((feature) => `${feature}=()`), 'serial=(self)'].join(', '),
  'Cache-Control': 'no-store',
};
