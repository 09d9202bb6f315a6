import type { DeskEvent } from '../../shared/desk-events.ts';
import type { DraftsBrought } from '../../shared/desk-procedures.ts';
import type { Target } from '../../shared/sync-procedures.ts';
import type { DeskState } from '../../shared/desk-state.ts';
import { problem, ProblemError, type Result } from '../../shared/problem.ts';
import { headerAdvice, headerValueFault } from '../../shared/secret-header.ts';
import type { Output } from '../../shared/desk-contract.ts';
import { diskProblem } from '../database/disk-problem.ts';
import type { Desk, DeskOptions } from '../desk.ts';
import { faultPlace } from '../rpc/failure.ts';
import { inTurn } from '../rpc/in-turn.ts';
import type { SecretStore } from '../secrets/secret-store.ts';
import { refuseOtherService } from './begin-place.ts';
import { keepDelivering } from './keep-delivering.ts';
import { bringDrafts } from './bring-drafts.ts';
import {
  deliver,
  habitsOf,
  hasSecret,
  isDesk,
  openFolder,
  takeOver,
  warningsOf,
  setsHeader,
  targetNameOf,
  type Service,
} from './one-folder.ts';
import type { OpenDesks } from './open-desks.ts';
import { commandFolders, unanswered, wentOver } from './own-commands.ts';
import { refuseUnnamed, type NamedServices } from './refuse-unnamed.ts';
import { folderOfMode, otherMode, writePlace, type Mode, type Place } from './place.ts';

export interface SwitchingHost
  extends Pick<DeskState, 'host' | 'version' | 'printers'>, Pick<DeskOptions, 'startPlaces'> {
  root: string;
  secrets: SecretStore;
  named: NamedServices;
  /** left out: each in workers of its own */
  desks?: OpenDesks;
  now: () => number;
  tell: (event: DeskEvent) => void;
  /** runs its argument once after that many ms, unless the desk is closed before */
  after: (ms: number, run: () => void) => void;
}

const commandsKept = 200;
const report = (error: unknown): void => void process.stderr.write(`${faultPlace(error)}\n`);

/**
 * One desk at a time, of practice or of live; the screens before it stay. Opens the folder of `place` and delivers from the start;
 * where it cannot deliver, captures are taken all the same, and its state tells why.
 */
export async function switchingDesk(host: SwitchingHost, begun: Place, knownBound: Target | null) {
  let place = begun;
  let liveBound = knownBound;
  let current: Desk | null = null;
  let closed: Promise<void> | null = null;
  const turn = inTurn();
  const folders = commandFolders();
  const folderOf = (mode: Mode): string => folderOfMode(host.root, place, mode);

  async function open(mode: Mode): Promise<Desk> {
    const heard = (event: DeskEvent): void => (current === desk ? host.tell(event) : undefined);
    const desk: Desk = await openFolder({ folder: folderOf(mode), startPlaces: host.startPlaces }, heard, host.desks);
    desk.onTurn((trouble) => {
      if (current !== desk) return;
      if (trouble) host.tell({ kind: 'desk' });
      else void delivering.again(desk, mode).finally(tellAnew);
    });
    return desk;
  }

  const tellAnew = (): void => {
    host.tell({ kind: 'desk' });
    host.tell({ kind: 'settings' });
    host.tell({ kind: 'entries', ids: 'many' });
  };

  const delivering = keepDelivering({
    ...host,
    turn,
    current: () => current,
    deliver: (desk, mode) => deliver(desk, mode, place.service, host.secrets),
    tell: () => host.tell({ kind: 'desk' }),
  });

  /** Where `settle` fails, nothing goes on in the folder that was opened. */
  async function start(mode: Mode, settle?: (opened: Desk) => Promise<void>): Promise<Desk> {
    const opened = await open(mode);
    try {
      await delivering.begin(opened, mode);
      await settle?.(opened);
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  function desk(): Desk {
    if (current) return current;
    throw problem('internal', 'The desk could not be opened again. Start the program again; what was saved is safe.');
  }

  async function keep(change: Partial<Place>): Promise<void> {
    const changed = { ...place, ...change };
    await writePlace(host.root, changed);
    place = changed;
  }

  /** The sync begins anew where the service, its secret or the name of its header changed. */
  async function renew(): Promise<void> {
    if (place.mode === 'live') await delivering.begin(desk(), 'live');
    host.tell({ kind: 'desk' });
  }

  async function bound(): Promise<Target | null> {
    const asked = place.mode === 'live' && current ? await current.call('target.get', {}) : null;
    // a folder that cannot be read now is still bound where it was
    if (asked?.ok) liveBound = (asked.value as Output<'target.get'>).bound;
    return liveBound;
  }

  async function goTo(to: Mode): Promise<void> {
    const from = desk();
    const back = place.mode;
    const habits = from.trouble() ? null : await habitsOf(from);
    await bound();
    const fresh = !isDesk(folderOf(to));
    // from here on calls are told that the desk is going over
    current = null;
    await from.close();
    try {
      current = await start(to, async (next) => {
        // a person who goes there on purpose is told at once, and stays where deliveries go on
        const cannot = delivering.cannot();
        if (cannot) throw new ProblemError(cannot);
        if (habits) await takeOver(next, habits, fresh);
        await keep({ mode: to });
      });
    } catch (error) {
      current = await start(back);
      throw error;
    } finally {
      tellAnew();
    }
  }

  current = await start(place.mode, async () => {
    try {
      await keep({});
    } catch (error) {
      // nothing is lost by it: how it begins is found out anew next time
      if (!diskProblem(error, host.root)) throw error;
    }
  });

  return {
    folders: (): string[] => [folderOf(place.mode), folderOf(otherMode(place.mode))],
    /** What changes all this, one at a time in the order asked; nothing any more once it is being closed. */
    inTurn: <T>(act: () => Promise<T>): Promise<T> =>
      turn(() => {
        if (closed) throw problem('cancelled', 'The desk is being closed.');
        return act();
      }),
    /** Does it once per command, also over restarts. */
    async once(commandId: string, act: () => Promise<void>): Promise<void> {
      if (place.commands.includes(commandId)) return;
      await act();
      await keep({ commands: [...place.commands, commandId].slice(-commandsKept) });
    },
    async state(): Promise<DeskState> {
      const { service, mode } = place;
      const other = folderOf(otherMode(mode));
      const warnings = current ? await warningsOf(current, folderOf(mode)) : [];
      return {
        mode,
        live: service && { origin: service.address, account: service.account, bound: (await bound()) !== null },
        folder: folderOf(mode),
        otherFolder: isDesk(other) ? other : null,
        host: host.host,
        version: host.version,
        secret: {
          set: service !== null && (await hasSecret(service, host.secrets)),
          keptIn: host.secrets.keptIn,
        },
        now: host.now(),
        warnings,
        cannotDeliver: delivering.cannot(),
        printers: host.printers,
      };
    },
    async setService(service: Service): Promise<void> {
      const before = place.service;
      if (before?.address === service.address && before.account === service.account) return;
      await refuseOtherService(host.root, place, service, host.desks);
      host.named.learn(targetNameOf(service));
      await keep({ service });
      await renew();
    },
    /** `confirmed`: a person has read where it goes, and says so. */
    async setSecret(value: string | null, confirmed: boolean): Promise<void> {
      if (!place.service)
        throw problem('bad-address', 'Set the address of the service first: a secret is for one service.');
      // a pasted one often ends with a line's end
      const secret = value?.trim() ?? '';
      const reason = headerValueFault(secret);
      if (reason) throw problem('bad-setting', headerAdvice[reason], { name: 'secret', reason });
      const target = targetNameOf(place.service);
      if (secret !== '') refuseUnnamed(host.named, target, confirmed);
      await host.secrets.write(target, secret === '' ? null : secret);
      await renew();
    },
    async reopen(): Promise<Output<'desk.reopen'>> {
      const from = desk();
      const reopened = await from.ask('desk.reopen', {});
      // its worker knows the folder by what it was
      current = null;
      await from.close();
      current = await start(place.mode).finally(tellAnew);
      return reopened;
    },
    async goTo(to: Mode): Promise<void> {
      if (to === 'live' && !place.service) throw problem('bad-address', 'Set the address of the service first.');
      if (to !== place.mode) await goTo(to);
    },
    /** What was typed in practice, as drafts; null where nothing ever was. */
    drafts: async (commandId: string): Promise<DraftsBrought | null> =>
      isDesk(folderOf('practice')) ? bringDrafts(folderOf('practice'), desk(), commandId, host.desks) : null,
    async call(name: string, input: unknown): Promise<Result<unknown>> {
      const here = current;
      if (!here) return wentOver(place.mode);
      const refused = folders.refuse(input, place.mode);
      if (refused) return refused;
      const result = await here.call(name, input);
      if (current !== here && !result.ok && unanswered.includes(result.problem.kind)) return wentOver(place.mode);
      if (result.ok && name === 'settings.set' && setsHeader(input))
        await turn(() => (closed ? undefined : renew())).catch(report);
      return result;
    },
    /** What is under way comes to its end first. */
    close: (): Promise<void> =>
      (closed ??= turn(async () => {
        const last = current;
        current = null;
        await last?.close();
      })),
  };
}
export type SwitchingDesk = Awaited<ReturnType<typeof switchingDesk>>;
