import { httpAnswer, possiblySent } from '../support/exchanges.ts';
import { readTestCapture } from '../support/open-test-outbox.ts';
import { notFoundAnswer } from '../support/order-service.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import { afterEach, expect, it } from 'vitest';

let desk: SyncDesk;
afterEach(() => desk.close());

const fbaCapture = (PackageId: string) =>
  readTestCapture(9, {
    WarehouseCode: 'FBA1',
    ShipmentId: `SH-${PackageId}`,
    ReferenceId: `R-${PackageId}`,
    PackageId,
    Location: 'SZ',
    ServiceCode: 'SGP',
    ContainerInfos: [{ CustomContainerNo: '1', Weight: 1 }],
  });

it('a hanging status endpoint gets one request at a time, also for orders whose first status endpoint is another', async () => {
  desk = openSyncDesk();
  let underWay = 0;
  let most = 0;
  desk.service = async ({ endpoint }) => {
    if (endpoint !== 16) return endpoint === 9 ? httpAnswer(201) : notFoundAnswer;
    underWay += 1;
    // The first hanging requests show which one fails.
    if (desk.time.elapsed() > 90_000) most = Math.max(most, underWay);
    await new Promise<void>((resolve) => void desk.time.timer.after(30_000, resolve));
    underWay -= 1;
    return possiblySent('timeout');
  };
  for (let n = 0; n < 20; n += 1) desk.add(fbaCapture(`F${n}`));
  desk.sync.start();
  await desk.time.advance(1_200_000);
  expect(most).toBe(1);
});
