import { rowsOf } from './books.ts';
import type { Acting } from './clerk.ts';
import type { Fault } from './coverage.ts';
import { calm } from './fates.ts';
import { refuseCommits, refuseLines } from './lasting.ts';
import type { People } from './people.ts';
import { headerName, origin, type SimNetwork } from './sim-network.ts';
import type { SimPc } from './sim-pc.ts';
import type { SimService } from './sim-service.ts';
import { tearJournal } from './torn-journal.ts';
import type { Trials } from './trials.ts';
import type { World } from './world.ts';

/** Events at the worst moment, and trials of one fault alone, for stories of small desks. */
export const sudden = [
  'kill-sending',
  'full-disk-sending',
  'full-journal',
  'close-beside',
  'secret-sending',
  'press-sending',
  'kill-torn',
  'ill-status',
  'strict',
  'clock-on',
  'always-ask',
  'no-hold',
  'loss-of-all',
  'in-order',
  'trial-ill',
  'trial-outage',
  'trial-stranger',
  'trial-full-disk',
  'trial-closing',
] as const;
export type Sudden = (typeof sudden)[number];
export const isSudden = (what: string): what is Sudden => (sudden as readonly string[]).includes(what);

export interface SuddenHost {
  world: World;
  network: SimNetwork;
  service: SimService;
  pc: () => SimPc;
  people: () => People;
  trials: Trials;
  each: () => void;
  hit: (fault: Fault) => void;
  /** the folder and its journal are lost, and it is restored from its backup */
  lose: () => Promise<void>;
  /** makes sure that the desk runs, is live and has the secret */
  see: (name: string) => Promise<void>;
}

const minute = 60_000;
const statuses = [16, 18, 11, 3];

type Turns = Record<Sudden, (acting: Acting) => Promise<void> | void>;

export function suddenTurns({ world, network, service, pc, people, trials, each, hit, lose, see }: SuddenHost): Turns {
  /**
   * Runs `happen` shortly after the next create has got a connection, before its answer can be on disk; what is under
   * way continues.
   */
  const whileSending = ({ chance }: Acting, withinMs: number, happen: () => void): void => {
    const desk = pc();
    network.onceSending = () =>
      void world.after(chance.between(0, withinMs), () => {
        if (desk.isOpen) happen();
      });
  };

  async function untilSending(): Promise<void> {
    const isSending = (): boolean => rowsOf(pc(), `state = 'sending'`).length > 0;
    for (let n = 0; n < 300 && pc().isOpen && !isSending(); n += 1) await world.runUntil(world.elapsed() + 50, each);
  }

  return {
    'kill-sending': (acting) =>
      whileSending(acting, 60, () => {
        hit('killed');
        pc().kill();
      }),
    'full-disk-sending': (acting) => {
      const count = 1 + acting.chance.below(16);
      whileSending(acting, 200, () => {
        hit('disk-full');
        world.say('world: the disk is full while something is on its way');
        refuseCommits(pc().host.root, count);
      });
    },
    'full-journal': ({ chance }) => {
      hit('disk-full');
      world.say('world: there is no room for the journal for a moment');
      refuseLines(pc().host.root, 1 + chance.below(4));
    },
    'secret-sending': async ({ name }) => {
      await untilSending();
      hit('secret-saved');
      const { secret } = network;
      pc().secretGiven = secret;
      await pc().ask('desk.setSecret', { commandId: `${name}-sending`, value: secret, confirmed: true });
    },
    'press-sending': async (acting) => {
      await untilSending();
      await people().pressSending(acting);
    },
    'kill-torn': ({ chance }) => {
      hit('killed');
      pc().kill();
      tearJournal(pc().journal, chance, 0.7);
    },
    'ill-status': ({ chance, of }) => {
      const fate =
        of ?? chance.one(['error-before', 'error-before', 'error-after', 'too-many', 'hangs-before'] as const);
      hit('ill-endpoint');
      world.say(`service: what tells a status is ill: ${fate}`);
      for (const endpoint of statuses) network.ill.set(endpoint, fate);
      world.after(chance.between(12, 30) * minute, () => statuses.forEach((endpoint) => network.ill.delete(endpoint)));
    },
    strict: () => {
      world.say('service: takes hardly anything for an hour');
      service.isStrictFor(60 * minute);
    },
    'close-beside': async ({ name, chance }) => {
      await untilSending();
      const desk = pc();
      const { secret } = network;
      hit('closed');
      desk.secretGiven = secret;
      const value = { commandId: `${name}-beside`, value: secret, confirmed: true };
      const begin = { service: origin, account: '', secret: { name: headerName, value: secret } };
      await desk.closeBeside(() =>
        chance.chance(0.5) ? desk.ask('desk.setSecret', value) : desk.command('sync.start', begin),
      );
    },
    'always-ask': async () => {
      hit('setting-saved');
      await pc().ask('settings.set', { values: { alwaysAsk: true } });
    },
    'clock-on': ({ chance }) => {
      const by = chance.one([60, 24 * 60, 7 * 24 * 60]);
      world.say(`world: the clock is set by ${by} minutes`);
      hit('clock-forward');
      world.setClockBy(by * minute);
    },
    'no-hold': async () => {
      hit('setting-saved');
      await pc().ask('settings.set', { values: { holdSeconds: 0 } });
    },
    'loss-of-all': lose,
    'in-order': async ({ name }) => {
      network.weather = calm;
      network.down = false;
      network.ill.clear();
      await see(name);
    },
    'trial-ill': ({ of: fate = 'error-before', ...acting }) => {
      const { one, chance } = acting.chance;
      const all = [1, 2, 4, 6, 7, 8, 9, 10, 15];
      return trials.illness(acting, [one(all), ...(chance(0.2) ? [one(statuses)] : [])], fate, true);
    },
    'trial-outage': (acting) => trials.outage(acting),
    'trial-stranger': (acting) => trials.stranger(acting),
    'trial-full-disk': (acting) => trials.fullDisk(acting),
    'trial-closing': (acting) => trials.closing(acting, () => hit('closed')),
  };
}
