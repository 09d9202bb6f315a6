import { operatorStore } from '../../electron/operators/operators.ts';
import { deskFile } from '../../electron/storage/database/desk-file.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import type { OperatorTransfer } from '../../shared/contract/memory-procedures.ts';
import type { Result } from '../../shared/contract/problem.ts';
import { rights } from '../../shared/rights/rights.ts';
import { guardedCallsBy } from '../rights/guarded-inputs.ts';
import { origin } from './sim-network.ts';
import type { SimPc } from './sim-pc.ts';
import type { World } from './world.ts';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const maxMs = 60_000;
const intruder = 'Intruder';
/** Nobody enters this PIN in a story, because checking one takes real time. */
const supervisor = (may: string): OperatorTransfer['operators'][number] => ({
  ...{ name: 'Mia', code: 'mia', badge: 'SIMBADGE' },
  ...{ pin: `${'00'.repeat(16)} ${'00'.repeat(32)}`, rights: may },
});
/** Calls that the host of a story does not answer, or that open a dialog. */
const notHere: readonly string[] = ['desk.testService', 'session.set', 'journal.choose', 'backup.chooseFolder'];

/** Registers a supervisor at the open desk; false if the desk cannot save now. */
async function nameSupervisor(pc: SimPc): Promise<boolean> {
  const operators = [supervisor(rights.join(' '))];
  return (await pc.command('operators.take', { operators, sharedNames: [], guard: 'story' })).ok;
}

/** A PC that was killed before the right was revoked still has it after the start. */
export async function takeRightsBack(pc: SimPc): Promise<void> {
  for (let tries = 0; pc.isGuarded && pc.isOpen && tries < 40; tries += 1)
    if ((await pc.command('operators.forget', { commandId: randomUUID(), name: supervisor('').name })).ok) {
      if (pc.mode === 'practice') forgetIn(pc.folder);
      pc.isGuarded = false;
    }
}

/** A right revoked in practice mode remains in the live folder, where revoking it would need a PIN. */
function forgetIn(live: string): void {
  if (!existsSync(join(live, deskFile))) return;
  const db = openDesk(live);
  try {
    operatorStore(db, () => supervisor('').badge).forget(supervisor('').name);
  } finally {
    db.close();
  }
}

/**
 * Rule 10, while the desk changes its folder: somebody without a PIN makes every protected call at each step of the
 * change, and going live at some of them. No call may succeed or be logged.
 */
export async function intrudeDuring(
  { world, pc, broken }: { world: World; pc: SimPc; broken: (what: string) => void },
  change: () => Promise<unknown>,
): Promise<void> {
  if (!(await nameSupervisor(pc))) return void (await change());
  pc.isGuarded = true;
  const made: { name: string; answered: Promise<Result<unknown>> }[] = [];
  let step = 0;
  pc.atStep = () => {
    step += 1;
    for (const [name, input] of Object.entries(guardedCallsBy(intruder, origin)))
      // Each attempt to go live opens the other folder to check its operators; at every step that would be most of a
      // story's time.
      if (!notHere.includes(name) && (name !== 'desk.switch' || step % 25 === 1))
        made.push({ name, answered: pc.calls.callFromScreen(name, input) });
  };
  await change();
  pc.atStep = null;
  for (const { name, answered } of made) {
    const isAnswered = await world.runWhile(answered, maxMs);
    if (isAnswered && (await answered).ok)
      broken(`rule 10: ${name} was done without a right while the desk changed its folder`);
  }
  const log = await pc.ask('rights.log', { limit: 1000 });
  if (log.ok)
    for (const { procedure, operator, outcome } of log.value.acts)
      if (operator === intruder)
        broken(`rule 10: ${procedure} of somebody without a right is in the log as ${outcome}`);
  await takeRightsBack(pc);
}
