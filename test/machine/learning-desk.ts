import { labelOrder } from '../practice/sample-creates.ts';
import { startDeskInThread } from '../support/desk-here.ts';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

// Runs a desk in the given folder; prints `saved` once its orders are saved and `learned` once it knows the recipients.
const [home = ''] = process.argv.slice(2);
const orders = 6;
const desk = await startDeskInThread({ folder: join(home, 'desk'), machine: join(home, 'machine') });
for (let n = 0; n < orders; n++)
  await desk.ask('entry.enqueue', {
    commandId: `command-${String(n)}`,
    operator: 'Mia',
    request: {
      endpoint: 2,
      body: labelOrder(`LEARN-${String(n)}`, {
        ShipToAddress: {
          Contact: `Recipient ${String(n)}`,
          Country: 'SE',
          City: 'Malmö',
          Street1: 'Gatan 1',
          Postcode: '21120',
        },
      }),
    },
  });
process.stdout.write('saved\n');
const known = async () => (await desk.ask('addresses.find', { text: 'recipient', limit: 20 })).addresses.length;
while ((await known()) < orders) await wait(20);
process.stdout.write('learned\n');
await desk.close();
