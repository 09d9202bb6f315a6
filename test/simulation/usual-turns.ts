import type { Usual } from './acts.ts';
import type { Acting } from './clerk.ts';
import type { Fault } from './coverage.ts';
import { dwellingOf } from './dwelling.ts';
import { calm, weatherOf } from './fates.ts';
import { refuseCommits } from './lasting.ts';
import type { SimNetwork } from './sim-network.ts';
import type { SimPc } from './sim-pc.ts';
import { whileStateIsRefused } from './state-refused.ts';
import { tearJournal } from './torn-journal.ts';
import type { Trials } from './trials.ts';
import type { World } from './world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

interface UsualHost {
  world: World;
  seed: number;
  network: SimNetwork;
  pc: () => SimPc;
  trials: Trials;
  each: () => void;
  hit: (fault: Fault) => void;
  goLive: (pc: SimPc, name: string, drafts?: boolean) => Promise<void>;
  giveSecret: (pc: SimPc, value: string, name: string) => Promise<void>;
  backUp: () => Promise<void>;
  /** restores the folder elsewhere from its backup */
  restore: (keepsJournal: boolean, beside: boolean, afterMs: number) => Promise<void>;
  reopen: () => Promise<void>;
  /** somebody without a right uses a screen while the PC changes its folder */
  intrude: (change: () => Promise<unknown>) => Promise<void>;
  wrongService: () => Promise<void>;
}

type Turns = Record<Usual, (acting: Acting) => Promise<void> | void>;

/** Events of the world and of the PC in use, besides what people do. */
export function usualTurns(host: UsualHost): Turns {
  const { world, seed, network, pc, trials, each, hit, goLive, giveSecret } = host;
  const { backUp, restore, reopen, intrude, wrongService } = host;
  return {
    weather: ({ chance, of }) => void (network.weather = weatherOf(chance, dwellingOf(seed).fates, of)),
    calm: () => void (network.weather = calm),
    outage: (acting) => {
      const { chance } = acting;
      if (acting.of === undefined && chance.chance(0.25)) return trials.outage(acting);
      world.say('world: outage');
      hit('outage');
      network.down = true;
      world.after(chance.between(1000, 20 * minute), () => {
        network.down = false;
      });
    },
    ill: (acting) => {
      hit('ill-endpoint');
      return trials.someIllness(acting);
    },
    kill: async ({ chance }) => {
      hit('killed');
      pc().kill();
      if (chance.chance(0.4)) tearJournal(pc().journal, chance);
      await world.runUntil(world.elapsed() + chance.between(0, 5 * minute), each);
    },
    'kill-within': ({ chance }) => pc().killAfter(1 + chance.below(40)),
    quit: async ({ chance }) => {
      hit('closed');
      await pc().stop();
      await world.runUntil(world.elapsed() + chance.between(0, 5 * minute), each);
    },
    clock: ({ chance }) => {
      const by = chance.one([-day, -minute, minute, 7 * day]);
      world.say(`world: the clock is set by ${by / minute} minutes`);
      hit(by < 0 ? 'clock-back' : 'clock-forward');
      world.setClockBy(by);
    },
    backup: () => backUp(),
    loss: async ({ chance }) => {
      const keepsJournal = chance.chance(0.6);
      if (pc().backup === null) await backUp();
      else await restore(keepsJournal, false, chance.between(0, 30 * minute));
    },
    beside: async () => {
      if (pc().backup === null) await backUp();
      else await restore(true, true, 0);
    },
    reopen,
    rotate: ({ chance }) => {
      const before = network.secret;
      const takeBack = network.takeAnother(`sim-secret-${chance.below(1e9)}`);
      world.say('service: takes another secret');
      // The service accepts the old secret again, if no new one was entered at the desk yet.
      const thinksBetter = (): void => (pc().secretGiven === before ? takeBack() : undefined);
      if (chance.chance(0.5)) world.after(chance.between(minute, 40 * minute), thinksBetter);
      hit('unauthorized');
    },
    secret: async ({ name }) => {
      hit('secret-saved');
      await giveSecret(pc(), network.secret, name);
    },
    switch: async ({ name, chance }) => {
      hit('mode-switched');
      if (pc().mode === 'practice') return goLive(pc(), name, chance.chance(0.5));
      const leave = () => pc().ask('desk.switch', { commandId: `${name}-practice`, to: 'practice', drafts: false });
      await (chance.chance(0.5) ? intrude(leave) : leave());
    },
    'switch-fails': async ({ name }) => {
      const at = pc();
      hit('mode-switched');
      const to = at.mode === 'practice' ? 'live' : 'practice';
      await whileStateIsRefused(at.host.root, async () => {
        const fail = () => at.ask('desk.switch', { commandId: `${name}-fails`, to, drafts: false });
        // Going live itself needs a right.
        await (to === 'practice' ? intrude(fail) : fail());
        each();
      });
      await at.ask('desk.switch', { commandId: `${name}-back`, to: 'live', drafts: false });
    },
    'wrong-service': () => wrongService(),
    'full-disk': ({ chance }) => {
      hit('disk-full');
      world.say('world: the disk is full for a moment');
      refuseCommits(pc().host.root, 1 + chance.below(14));
    },
  };
}
