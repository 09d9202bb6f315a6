import { loseAndRestore, openLostDesk, startCountedService } from '../backup/lost-desk.ts';
import { labelOrder } from '../end-to-end/label-order.ts';
import { expect, it } from 'vitest';

it('a parcel handed over after the backup stays handed over after the restore, under the code of its sheet, and is not taken again', async () => {
  const service = await startCountedService();
  const lost = await openLostDesk();
  const ids = [await lost.add(labelOrder('H1')), await lost.add(labelOrder('H2'))];
  await lost.deliver(service.url);
  await lost.desk.ask('labels.printed', { ...lost.command(), ids });
  const { id: handover } = await lost.desk.ask('handover.begin', { ...lost.command(), carrier: '' });
  await lost.desk.ask('handover.scan', { ...lost.command(), handover, code: 'H2' });
  const from = await lost.backup();
  await lost.desk.ask('handover.leave', { ...lost.command(), handover, ids: ids.slice(1) });
  await lost.desk.ask('handover.scan', { ...lost.command(), handover, code: 'H1' });
  const { handover: closed } = await lost.desk.ask('handover.close', { ...lost.command(), handover });

  const found = await loseAndRestore(lost, from);
  const { handovers } = await found.desk.ask('handover.list', {});
  expect(handovers).toMatchObject([{ code: closed.code, state: 'closed', endedBy: 'Mia', counts: { taken: 1 } }]);
  const next = await found.desk.ask('handover.begin', { ...found.command(), carrier: '' });
  const scanned = await found.desk.ask('handover.scan', { ...found.command(), handover: next.id, code: 'H1' });
  expect(scanned.end).toBe('handed-over');
  const { history } = await found.get(ids[0] ?? '');
  expect(history.map(({ why }) => ('code' in why ? why.code : ''))).toContain('handed-over');
});
