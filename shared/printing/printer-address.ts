/** Address of a printer. `text` is the form that is stored and shown. */
export type PrinterAddress =
  | { way: 'raw'; text: string; host: string; port: number }
  /** a device of this machine that accepts raw ZPL */
  | { way: 'device'; text: string; path: string }
  | { way: 'ipp'; text: string; host: string; port: number }
  /** a printer of the operating system, by its name there */
  | { way: 'system'; text: string; name: string };

/** Port on which most label printers accept raw ZPL. */
const rawPort = 9100;
/** RFC 8010, section 4. */
const ippPort = 631;
const maxAddressLength = 300;

export const systemPrinterAddress = (name: string): string => `system:${name}`;
export const devicePrinterAddress = (path: string): string => `device:${path}`;

/**
 * Parses an address as people write it: `192.0.2.7`, `printer.example:9100` and `socket://…` are a raw printer,
 * `ipp://…` and `ipps://…` an IPP printer, `/dev/usb/lp0` a device of this machine, `system:NAME` a printer of the
 * operating system. Null for anything else, and for an address with a user name or password.
 */
export function readPrinterAddress(typed: string): PrinterAddress | null {
  const address = typed.trim();
  if (address === '' || address.length > maxAddressLength || /\p{Cc}/u.test(address)) return null;
  const [, name] = /^system:(.+)$/i.exec(address) ?? [];
  if (name !== undefined) return { way: 'system', text: systemPrinterAddress(name), name };
  const [, path] = /^(?:device:)?(\/.+)$/i.exec(address) ?? [];
  if (path !== undefined)
    return path.includes('/..') ? null : { way: 'device', text: devicePrinterAddress(path), path };
  return /\s/.test(address) ? null : readNetworkAddress(address);
}

function readNetworkAddress(address: string): PrinterAddress | null {
  const [, scheme = 'socket', rest = address] = /^([a-z]+):\/\/(.*)$/i.exec(address) ?? [];
  const way = { socket: 'raw', ipp: 'ipp', ipps: 'ipp' }[scheme.toLowerCase()] as 'raw' | 'ipp' | undefined;
  if (way === undefined) return null;
  let url: URL;
  try {
    // URL normalises the host only for schemes it knows
    url = new URL(`http://${rest}`);
  } catch {
    return null;
  }
  const { hostname: host, pathname, search, hash } = url;
  if (host === '' || url.username !== '' || url.password !== '' || search !== '' || hash !== '') return null;
  const named = /:(\d{1,5})(?:\/|$)/.exec(rest.replace(/^\[[^\]]*\]/, ''))?.[1];
  const port = named === undefined ? (way === 'raw' ? rawPort : ippPort) : Number(named);
  if (port < 1 || port > 65_535) return null;
  if (way === 'raw') {
    if (pathname !== '/') return null;
    return { way, text: `socket://${host}:${port}`, host: host.replace(/^\[|\]$/g, ''), port };
  }
  const path = pathname === '/' ? '/ipp/print' : pathname;
  return { way, text: `${scheme.toLowerCase()}://${host}:${port}${path}`, host, port };
}
