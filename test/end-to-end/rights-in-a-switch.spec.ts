import { rights } from '../../shared/rights/rights.ts';
import { guardedCallsBy } from '../rights/guarded-inputs.ts';
import { startRelayedPractice } from '../support/relayed-practice.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { goLive } from './go-live.ts';
import { randomUUID } from 'node:crypto';

interface Bridged {
  parcelDesk?: { call(name: string, input: unknown): Promise<unknown> };
}
interface Asked {
  name: string;
  input: object;
}

test('while the desk goes live and back, no call of a page that needs a right succeeds without an approval', async ({
  desk,
  home,
}) => {
  const service = await startRelayedPractice({ folder: `${home}/service` });
  try {
    const { page } = desk;
    await goLive(page, service.url);
    const mia = { name: 'Mia', code: 'mia', pin: '4711', rights: [...rights] };
    await ask(page, 'operators.save', { commandId: randomUUID(), ...mia });
    const kept = async () => [
      (await ask(page, 'operators.list', {})).operators.map(({ name }) => name),
      await ask(page, 'settings.get', {}),
      (await ask(page, 'printers.list', {})).printers,
      (await ask(page, 'session.state', {})).startsDesk,
      (await ask(page, 'desk.state', {})).secret.set,
      (await ask(page, 'desk.state', {})).live?.account,
    ];
    const before = await kept();

    for (const to of ['practice', 'live'] as const) {
      const bursts = Array.from({ length: 40 }, () =>
        Object.entries(guardedCallsBy('Eve', service.url))
          // This call is the switch itself, made once below with an approval.
          .filter(([name]) => name !== 'desk.switch')
          .map(([name, input]): Asked => ({ name, input })),
      );
      const change = { commandId: randomUUID(), to, approval: { code: 'mia', pin: '4711' } };
      const anew = page.waitForEvent('load');
      // The page loads again there; the answers it got before are in its storage.
      await page
        .evaluate(
          async ({ bursts, change }) => {
            const { parcelDesk } = window as Bridged;
            const token = localStorage.getItem('parcel-desk.host-token') ?? '';
            const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
            const call = async (name: string, input: unknown) => {
              if (parcelDesk) return parcelDesk.call(name, input);
              const answer = await fetch(`/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify(input) });
              return answer.json() as Promise<unknown>;
            };
            let answered = 0;
            const done: string[] = [];
            void call('desk.switch', change);
            for (const burst of bursts) {
              for (const { name, input } of burst)
                void call(name, input).then((said) => {
                  if ((said as { ok: boolean }).ok) done.push(name);
                  localStorage.setItem('answers', JSON.stringify({ answered: (answered += 1), done }));
                });
              await new Promise((resolve) => setTimeout(resolve, 5));
            }
            await new Promise(() => undefined);
          },
          { bursts, change },
        )
        .catch(() => undefined);
      await anew;
      await page.locator('h1').first().waitFor();
      expect((await ask(page, 'desk.state', {})).mode).toBe(to);
      const heard = await page.evaluate(() => localStorage.getItem('answers') ?? '{}');
      const { answered, done } = JSON.parse(heard) as { answered: number; done: string[] };
      expect(done).toEqual([]);
      expect(answered).toBeGreaterThan(bursts[0]?.length ?? 0);
      expect(await kept()).toEqual(before);
      const { acts } = await ask(page, 'rights.log', { limit: 1000 });
      expect(acts.filter(({ operator }) => operator === 'Eve')).toEqual([]);
    }
  } finally {
    await service.close();
  }
});
