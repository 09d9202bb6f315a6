import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { EnvironmentOptions, Plugin, UserConfig } from 'vite';

/** Programs of the engine. Workers stand beside the hosts, which start them by their names. */
const programs = [
  ...['electron/main.ts', 'electron/browser-host.ts', 'electron/command-line.ts'].filter((path) => existsSync(path)),
  ...globSync('electron/*-worker.ts', { cwd: import.meta.dirname }),
];

/** Known to the machine that runs the bundle: Electron itself, and what holds native code. */
const external = ['electron', 'better-sqlite3', 'bufferutil', 'utf-8-validate'];

const here = import.meta.dirname;

const engine: EnvironmentOptions = {
  consumer: 'server',
  resolve: { noExternal: true, external },
  build: {
    outDir: `${here}/dist/electron`,
    emptyOutDir: true,
    copyPublicDir: false,
    emitAssets: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(programs.map((path) => [basename(path, '.ts'), `${here}/${path}`])),
      external,
      platform: 'node',
      output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
};

const preload: EnvironmentOptions = {
  consumer: 'server',
  resolve: { noExternal: true, external: ['electron'] },
  build: {
    outDir: `${here}/dist/preload`,
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: { preload: `${here}/electron/preload.ts` },
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    },
  },
};

const screens: EnvironmentOptions = {
  build: {
    outDir: `${here}/dist/renderer`,
    emptyOutDir: true,
    // the content security policy allows no data: address but pictures
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'chrome140',
  },
};

/**
 * Modules of the engine name the files they read as `new URL('./fonts/', import.meta.url)`, which is right from the sources
 * and in node_modules but not in a bundle. Each file or folder named so is carried along, and the address follows it. All
 * chunks lie side by side, so one relative address is right in each.
 */
function carryNamedFiles(): Plugin {
  const named = /new URL\(\s*(['"])([^'"]+)\1\s*,\s*import\.meta\.url\s*\)/g;
  return {
    name: 'carry-named-files',
    applyToEnvironment: (environment) => environment.name === 'engine',
    transform(code, id) {
      if (!code.includes('import.meta.url') || id.includes('\0')) return null;
      return code.replace(named, (whole, _quote: string, address: string) => {
        const path = resolve(dirname(id), address);
        if (/\.[jt]s$/.test(path) || !existsSync(path)) return whole;
        const carried = (file: string) => `carried/${relative(here, file).replaceAll('\\', '/')}`;
        const files = statSync(path).isDirectory()
          ? globSync(`${path}/**/*`).filter((file) => statSync(file).isFile())
          : [path];
        for (const file of files) this.emitFile({ type: 'asset', fileName: carried(file), source: readFileSync(file) });
        return `new URL('./${carried(path)}${address.endsWith('/') ? '/' : ''}', import.meta.url)`;
      });
    },
  };
}

const app: UserConfig = {
  root: 'renderer',
  base: './',
  plugins: [svelte({ configFile: false }), carryNamedFiles()],
  environments: { client: screens, engine, preload },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'engine', 'preload']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
};

const screenTests = ['test/renderer/in-browser/**/*.test.ts', 'test/support/**/*.test.ts'];
const notHere = ['test/machine/**', 'test/end-to-end/**', 'node_modules/**', 'dist/**'];

const pureTests = async () =>
  (await import('./test/support/pure-folders.ts')).pureFolders.map((folder) => `test/${folder}/**/*.test.ts`);

const tests = async () => ({
  plugins: [svelte({ configFile: false })],
  test: {
    // half of the time goes into waiting for programs and browsers, so a core is no limit
    maxWorkers: 4,
    // only for what hangs: no test claims anything by it, and a busy machine takes its time
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // what is waited for comes sooner or later; a busy machine is no fault
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: (await import('./test/support/slow-first.ts')).SlowFirst },
    env: {
      NODE_COMPILE_CACHE: (await import('./test/support/compiled.ts')).compiledFolder,
      PARCEL_DESK_MACHINE: (await import('./test/support/test-machine.ts')).testMachine,
    },
    projects: [
      {
        test: {
          name: 'parts',
          include: ['test/**/*.test.ts'],
          exclude: [...notHere, ...screenTests, ...(await pureTests())],
        },
      },
      { test: { name: 'pure parts', include: await pureTests(), isolate: false } },
      {
        test: {
          name: 'screens',
          include: screenTests,
          globalSetup: ['test/support/screens-for-all.ts'],
          isolate: false,
        },
      },
    ],
  },
});

async function testsInMemory() {
  // before anything else makes a temporary file
  await import('./test/support/quick-folder.ts');
  return tests();
}

export default process.env['VITEST'] ? await testsInMemory() : app;
