import { svelte } from '@sveltejs/vite-plugin-svelte';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { EnvironmentOptions, Plugin, UserConfig } from 'vite';

/** Programs of the engine. Built, they lie side by side: who starts a worker names it as a file beside itself. */
const programs = [
  ...[
    'electron/hosts/electron/main.ts',
    'electron/hosts/electron/run.ts',
    'electron/hosts/browser/browser-host.ts',
    'electron/hosts/command-line/command-line.ts',
  ].filter((path) => existsSync(path)),
  ...globSync('electron/desk/threads/*-worker.ts', { cwd: import.meta.dirname }),
];

/** Known to the machine that runs the bundle: Electron itself, and what holds native code. */
const external = ['electron', 'better-sqlite3', 'bufferutil', 'utf-8-validate'];

const here = import.meta.dirname;

/** A program that another one imports, when it has done what may not wait. */
const imported = `${here}/electron/hosts/electron/run.ts`;

/** What was bundled goes out with the terms it was given under. */
const license = { fileName: 'licenses.md' };

/** Pieces lie on the disk of whoever runs them: no network has to bring them (kB). */
const chunkSizeWarningLimit = 2000;

const engine = (
  input: Record<string, string>,
  emptyOutDir: boolean,
  format: 'cjs' | 'es' = 'es',
): EnvironmentOptions => ({
  consumer: 'server',
  resolve: { noExternal: true, external },
  build: {
    outDir: `${here}/dist/electron`,
    emptyOutDir,
    copyPublicDir: false,
    emitAssets: true,
    chunkSizeWarningLimit,
    license,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input,
      external: (id, importer) => external.includes(id) || (id === imported && importer !== undefined),
      platform: 'node',
      output: {
        format,
        entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js',
        chunkFileNames: format === 'cjs' ? '[name]-[hash].cjs' : '[name]-[hash].js',
        dynamicImportInCjs: false,
        paths: { [imported]: `./${basename(imported, '.ts')}.js` },
        // names stay, for who reads where an error came from
        minify: { compress: false, mangle: false, codegen: true },
      },
    },
  },
});

const inputOf = (programs: readonly string[]) =>
  Object.fromEntries(programs.map((path) => [basename(path, '.ts'), `${here}/${path}`]));

/** What a person waits for at a start is one file each: a module that several share would be a file of its own, and each is found, read and joined. */
const waitedFor = programs.filter((path) => /(?:electron\/(?:main|run)|(?:desk|reader)-worker)\.ts$/.test(path));
/**
 * What a start waits for can be kept compiled (electron/desk/threads/compiled-program.ts): such a program is CommonJS, and a module of its name runs it. The thread
 * that reads comes later, and what it draws labels with waits at its top, which CommonJS does not.
 */
const keptCompiled = waitedFor.filter((path) => /(?:run|desk-worker)\.ts$/.test(path));
const running = 'running:';

const engines: Record<string, EnvironmentOptions> = {
  // the folder is emptied with this first one: V8 knows a source by its length, and would take what was compiled of another
  engine: engine(inputOf(programs.filter((path) => !waitedFor.includes(path))), true),
  ...Object.fromEntries(
    waitedFor.flatMap((path) => {
      const name = basename(path, '.ts');
      const environment = name.replace('-', '_');
      if (!keptCompiled.includes(path)) return [[environment, engine(inputOf([path]), false)]];
      return [
        [environment, engine(inputOf([path]), false, 'cjs')],
        [`${environment}_runner`, engine({ [name]: `${running}${name}` }, false)],
      ];
    }),
  ),
};

/** The modules that run such programs. */
function runPrograms(): Plugin {
  const from = `${here}/electron/desk/threads/compiled-program.ts`;
  return {
    name: 'run-programs',
    resolveId: (id) => (id.startsWith(running) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${running}`)) return null;
      const name = id.slice(running.length + 1);
      const exported = name === basename(imported, '.ts') ? `export const { ${name} } = ` : '';
      return `import { runProgram } from ${JSON.stringify(from)};\n${exported}runProgram('${name}', import.meta.url);`;
    },
  };
}

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
      input: { preload: `${here}/electron/hosts/electron/preload.ts` },
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
    chunkSizeWarningLimit,
    license,
    target: 'chrome140',
  },
};

/**
 * Modules of the engine name the files they read as `new URL('./fonts/', import.meta.url)`, which is right from the sources
 * and in node_modules but not in a bundle. Each file or folder named so is carried along, and the address follows it. All
 * chunks lie side by side, so one relative address is right in each. Code for the processor, megabytes of it, is packed (electron/labels/own-labels/read-library-file.ts).
 */
function carryNamedFiles(): Plugin {
  /** of programs that lie beside each other: built, each is begun as a module */
  const ending = '${extname(import.meta.url)}';
  /** several programs carry the same */
  const known = new Map<string, Buffer>();
  function packed(file: string): Buffer {
    // unlike deflate it gives the same on every processor
    const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
    const bytes = known.get(file) ?? brotliCompressSync(readFileSync(file), { params });
    known.set(file, bytes);
    return bytes;
  }
  const named = /new URL\(\s*(['"])([^'"]+)\1\s*,\s*import\.meta\.url\s*\)/g;
  return {
    name: 'carry-named-files',
    applyToEnvironment: (environment) => environment.name in engines,
    transform(code, id) {
      if (!code.includes('import.meta.url') || id.includes('\0')) return null;
      return code.replaceAll(ending, '.js').replace(named, (whole, _quote: string, address: string) => {
        const path = resolve(dirname(id), address);
        // the app's own lies where the built engine looks for it
        if (/\.[jt]s$/.test(path) || path === `${here}/package.json` || !existsSync(path)) return whole;
        // what shapes text is read by its library itself, the others by us
        const isPacked = (file: string) => file.endsWith('.wasm') && !file.endsWith('/harfbuzz.wasm');
        const carried = (file: string) =>
          `carried/${relative(here, file).replaceAll('\\', '/')}${isPacked(file) ? '.br' : ''}`;
        const files = statSync(path).isDirectory()
          ? globSync(`${path}/**/*`).filter((file) => statSync(file).isFile())
          : [path];
        for (const file of files) {
          this.emitFile({
            type: 'asset',
            fileName: carried(file),
            source: isPacked(file) ? packed(file) : readFileSync(file),
          });
        }
        return `new URL('./${carried(path)}${address.endsWith('/') ? '/' : ''}', import.meta.url)`;
      });
    },
  };
}

/** What packages have to say that bring no text of their licence along. */
const licensesByHand: Readonly<Record<string, string>> = {
  '@resvg/resvg-wasm':
    'Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/\n\nUnchanged. Its source: https://github.com/yisibl/resvg-js',
};

/** What packages hold of others and do not say the terms of. */
const licensesWithin: Readonly<Record<string, string>> = {
  '@hyzyla/pdfium': readFileSync(`${here}/packaging/pdfium.md`, 'utf8'),
};

/** Completes the list of licences; a package that brings no text and has none here must not go out. Builds of one folder share a list. */
function completeLicenses(): Plugin {
  const listed = new Map<string, Set<string>>();
  return {
    name: 'complete-licenses',
    // the list is made after all that plugins may still change in memory
    writeBundle({ dir = '' }, bundle) {
      if (!bundle[license.fileName]) return;
      const path = resolve(dir, license.fileName);
      const [begin = '', ...packages] = readFileSync(path, 'utf8').split(/^(?=## )/m);
      const complete = packages.map((section) => {
        const [head = '', ...text] = section.split('\n');
        const name = /^## (\S+) - /.exec(head)?.[1] ?? '';
        if (text.join('').trim() !== '') return section + (licensesWithin[name] ? `${licensesWithin[name]}\n` : '');
        const byHand = licensesByHand[name];
        if (byHand === undefined) return this.error(`${name} brings no text of its licence along: licensesByHand`);
        return `${head}\n\n${byHand}\n\n`;
      });
      const all = listed.get(path) ?? new Set();
      for (const section of complete) all.add(section);
      listed.set(path, all);
      writeFileSync(path, [begin, ...[...all].sort()].join(''));
    },
  };
}

const app: UserConfig = {
  root: 'renderer',
  base: './',
  plugins: [svelte({ configFile: false }), runPrograms(), carryNamedFiles(), completeLicenses()],
  environments: { client: screens, ...engines, preload },
  builder: {
    // the list of licences is one for builds of one folder
    sharedConfigBuild: true,
    async buildApp(builder) {
      for (const name of ['client', ...Object.keys(engines), 'preload']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
};

export default app;
