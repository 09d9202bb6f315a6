import { jsonFile } from '../../platform/json-file.ts';
import { appOrigin } from './app-scheme.ts';
import type { SessionGrants } from './guard-contents.ts';
import type { Session } from 'electron';
import { z } from 'zod';

const text = z.string().max(500);
/** Identifies a port across starts: its system names, and the ids of its USB device. */
const storedPortSchema = z.object({
  names: z.array(text).min(1).max(2),
  vendor: text.default(''),
  product: text.default(''),
  serial: text.default(''),
});
type StoredPort = z.infer<typeof storedPortSchema>;

/** A port in Electron's events; permission checks use other field names. */
const portSchema = z.looseObject({
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

interface ScalePortHost {
  /** whether the settings name a scale; without one, no page may request a port */
  isSetUp: () => Promise<boolean>;
  /** asks a person to choose a port; null: none */
  ask: (ports: readonly FoundPort[]) => Promise<FoundPort | null>;
}

/** The one serial port a person granted to the desk's own pages, in a dialog of the host; stored at `path`. */
export function scalePort(
  path: string,
  { isSetUp, ask }: ScalePortHost,
): SessionGrants & { listen(session: Session): void } {
  const file = jsonFile({ name: 'scale', path, schema: storedPortSchema.nullable() });
  let grantedPort = file.read();
  let isAsking = false;
  const isOwn = (origin: string): boolean => origin === appOrigin || origin === `${appOrigin}/`;

  function savePort(port: StoredPort | null): void {
    grantedPort = port;
    // if the disk is full, it is chosen again at the next start
    file.writeIfPossible(port);
  }

  async function askForPort(ports: readonly FoundPort[]): Promise<FoundPort | null> {
    // a page that asks repeatedly opens only one dialog
    if (isAsking) return null;
    isAsking = true;
    try {
      return (await isSetUp()) ? await ask(ports) : null;
    } finally {
      isAsking = false;
    }
  }

  return {
    mayRequestPort: isOwn,
    isGrantedPort: (origin, device) => isOwn(origin) && grantedPort !== null && isSame(grantedPort, device),
    listen(session) {
      session.on('select-serial-port', (event, ports, contents, respond) => {
        event.preventDefault();
        const choice = contents.getURL().startsWith(`${appOrigin}/`) ? askForPort(ports) : Promise.resolve(null);
        void choice
          .catch(() => null)
          .then((port) => {
            const storedPort = port && readPort(port);
            if (storedPort) savePort(storedPort);
            respond(storedPort && port ? port.portId : '');
          });
      });
      session.on('serial-port-revoked', (_event, { port, origin }) => {
        if (isOwn(origin) && grantedPort !== null && isSame(grantedPort, port)) savePort(null);
      });
    },
  };
}

function readPort(device: unknown): StoredPort | null {
  const port = portSchema.safeParse(device).data;
  if (!port) return null;
  const names = [
    ...new Set([port.portName, port.displayName, port.name].filter((name) => name !== undefined && name !== '')),
  ];
  return (
    storedPortSchema.safeParse({
      names: names.slice(0, 2),
      vendor: port.vendorId ?? port.vendor_id,
      product: port.productId ?? port.product_id,
      serial: port.serialNumber ?? port.serial_number,
    }).data ?? null
  );
}

/** Same name, and same USB ids where both have them. */
function isSame(storedPort: StoredPort, device: unknown): boolean {
  const other = readPort(device);
  if (!other?.names.some((name) => storedPort.names.includes(name))) return false;
  return (['vendor', 'product', 'serial'] as const).every(
    (field) => other[field] === '' || storedPort[field] === '' || other[field] === storedPort[field],
  );
}
