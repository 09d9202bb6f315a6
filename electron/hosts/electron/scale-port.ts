import { readFileSync } from 'node:fs';
import type { Session } from 'electron';
import { z } from 'zod';
import { writePrivate } from '../../private-files/write-private.ts';
import { appOrigin } from './app-scheme.ts';
import type { Allowed } from './guard-contents.ts';

const text = z.string().max(500);
/** What a port is known by from one start to the next: what the system calls it, and what its USB device says of itself. */
const known = z.object({
  names: z.array(text).min(1).max(2),
  vendor: text.default(''),
  product: text.default(''),
  serial: text.default(''),
});
type Known = z.infer<typeof known>;

/** A port as Electron tells of it; it calls the same things otherwise where it asks for a permission. */
const told = z.looseObject({
  portName: text.optional(),
  displayName: text.optional(),
  name: text.optional(),
  vendorId: z.coerce.string().max(500).optional(),
  vendor_id: z.coerce.string().max(500).optional(),
  productId: z.coerce.string().max(500).optional(),
  product_id: z.coerce.string().max(500).optional(),
  serialNumber: text.optional(),
  serial_number: text.optional(),
});

export interface FoundPort {
  portId: string;
  portName: string;
  displayName?: string;
}

interface Deps {
  /** a desk without a scale lets no page ask for a port */
  isSetUp: () => Promise<boolean>;
  /** which of them a person chose; null: none */
  ask: (ports: readonly FoundPort[]) => Promise<FoundPort | null>;
}

/** The one serial port that a person let to the desk's own pages, in a dialog of the host; kept in `path`. */
export function scalePort(path: string, { isSetUp, ask }: Deps): Allowed & { hear(session: Session): void } {
  let chosen = readChosen(path);
  let isAsking = false;
  const isOwn = (origin: string): boolean => origin === appOrigin || origin === `${appOrigin}/`;

  function keep(port: Known | null): void {
    chosen = port;
    try {
      writePrivate(path, JSON.stringify(port));
    } catch {
      // a full disk: it is chosen again at the next start
    }
  }

  async function choose(ports: readonly FoundPort[]): Promise<FoundPort | null> {
    // a page that asks again and again opens one dialog
    if (isAsking) return null;
    isAsking = true;
    try {
      return (await isSetUp()) ? await ask(ports) : null;
    } finally {
      isAsking = false;
    }
  }

  return {
    mayAsk: isOwn,
    isChosen: (origin, device) => isOwn(origin) && chosen !== null && isSame(chosen, device),
    hear(session) {
      session.on('select-serial-port', (event, ports, contents, answer) => {
        event.preventDefault();
        const asked = contents.getURL().startsWith(`${appOrigin}/`) ? choose(ports) : Promise.resolve(null);
        void asked
          .catch(() => null)
          .then((port) => {
            const one = port && readPort(port);
            if (one) keep(one);
            answer(one && port ? port.portId : '');
          });
      });
      session.on('serial-port-revoked', (_event, { port, origin }) => {
        if (isOwn(origin) && chosen !== null && isSame(chosen, port)) keep(null);
      });
    },
  };
}

function readPort(device: unknown): Known | null {
  const port = told.safeParse(device).data;
  if (!port) return null;
  const names = [
    ...new Set([port.portName, port.displayName, port.name].filter((name) => name !== undefined && name !== '')),
  ];
  return (
    known.safeParse({
      names: names.slice(0, 2),
      vendor: port.vendorId ?? port.vendor_id,
      product: port.productId ?? port.product_id,
      serial: port.serialNumber ?? port.serial_number,
    }).data ?? null
  );
}

/** By its name, and by what its USB device says where both say it. */
function isSame(one: Known, device: unknown): boolean {
  const other = readPort(device);
  if (!other?.names.some((name) => one.names.includes(name))) return false;
  return (['vendor', 'product', 'serial'] as const).every(
    (fact) => other[fact] === '' || one[fact] === '' || other[fact] === one[fact],
  );
}

function readChosen(path: string): Known | null {
  try {
    return known.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}
