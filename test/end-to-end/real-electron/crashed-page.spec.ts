import { expect, test } from '../desk-test.ts';

test('a page whose process crashed is loaded again in another process', async ({ desk }) => {
  const { electron } = desk;
  // A debugger keeps seeing the page as crashed, so the window itself is queried.
  const told = () =>
    electron.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((one) => ({
        pid: one.getOSProcessId(),
        isThere: !one.isCrashed() && !one.isLoading(),
        title: one.getTitle(),
      })),
    );
  const [before] = await told();
  await electron.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.forcefullyCrashRenderer());
  const isBack = async () => {
    const [now] = await told();
    return now?.isThere === true && now.pid !== before?.pid && now.title === before?.title;
  };
  await expect.poll(isBack, { timeout: 30_000 }).toBe(true);
});
