import { expect, test } from '../desk-test.ts';

test.use({ goesOn: true });

test('the compiled forms of the scripts that a start waits for are accepted by the V8 that runs them', async ({
  desk,
}) => {
  const taken = await desk.electron.evaluate(({ app }) => {
    const fs = process.getBuiltinModule('node:fs');
    const { wrap } = process.getBuiltinModule('node:module');
    const { Script } = process.getBuiltinModule('node:vm');
    const folder = `${app.getAppPath()}/dist/electron`;
    const kept = fs.readdirSync(folder).filter((file) => file.endsWith('.compiled'));
    return kept.map((file) => {
      const source = wrap(fs.readFileSync(`${folder}/${file.replace('.compiled', '')}`, 'utf8'));
      const { cachedDataRejected } = new Script(source, { cachedData: fs.readFileSync(`${folder}/${file}`) });
      return [file, cachedDataRejected];
    });
  });
  expect(taken).toEqual([
    ['desk-worker.cjs.compiled', false],
    ['run.cjs.compiled', false],
  ]);
});
