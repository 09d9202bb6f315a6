import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';

// The parser of components reads this once, when it is loaded. TypeScript is then given components as the parser translates them, so that
// one program and its types serve all of them; otherwise each component makes a new program and has every type worked out again. Imported
// components also get their real types.
process.env['SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK'] ??= '1';
const { default: svelte } = await import('eslint-plugin-svelte');

// What a line may look like is prettier's business. These rules are about what a program does: promises nobody waits for,
// unions only half handled, values nobody checked, and the walls between folders (test/boundaries checks those exactly).
// Rules that ask for types are held here for components only: modules have them from oxlint (.oxlintrc.json), in a tenth of the time.

const typed = {
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/no-base-to-string': 'error',
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-for-in-array': 'error',
  '@typescript-eslint/no-implied-eval': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/no-unnecessary-type-assertion': 'error',
  '@typescript-eslint/no-unsafe-argument': 'error',
  '@typescript-eslint/no-unsafe-assignment': 'error',
  '@typescript-eslint/no-unsafe-call': 'error',
  '@typescript-eslint/no-unsafe-member-access': 'error',
  '@typescript-eslint/no-unsafe-return': 'error',
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/prefer-promise-reject-errors': 'error',
  '@typescript-eslint/restrict-plus-operands': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

const plain = {
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-caller': 'error',
  'no-constant-binary-expression': 'error',
  'no-debugger': 'error',
  'no-eval': 'error',
  'no-new-func': 'error',
  'no-self-compare': 'error',
  'no-template-curly-in-string': 'error',
  'no-unreachable-loop': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
};

const leaving = (folders, message) => ({ regex: `^(\\.\\./)+(${folders})/`, message });

const homes = {
  'better-sqlite3': 'The database is opened in electron/storage/database and nowhere else.',
  undici: 'Requests to the service leave through electron/delivery/service and nowhere else.',
  electron: 'Electron is known to electron/hosts/electron only.',
};

const walls = (patterns, allowed = []) => ({
  'no-restricted-imports': [
    'error',
    {
      paths: Object.entries(homes)
        .filter(([name]) => !allowed.includes(name))
        .map(([name, message]) => ({ name, message })),
      patterns,
    },
  ],
});

const given = 'Clock, randomness and timers are given by the host, so that a test can decide them.';
const globalsOfTime = ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'performance'];

export default defineConfig(
  { ignores: ['dist/', 'node_modules/', 'test-results/', 'playwright-report/', 'practice-data/', '.cache/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: ['**/*.{js,mjs,ts,svelte}'], rules: plain },
  {
    files: ['**/*.ts'],
    languageOptions: { parser: ts.parser },
  },
  ...svelte.configs['flat/recommended'],
  {
    files: ['**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
  },
  {
    files: ['**/*.svelte'],
    plugins: { '@typescript-eslint': ts.plugin },
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        parser: ts.parser,
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      ...typed,
      // the doors: what comes in here is hostile, so a claim about its type needs a check
      '@typescript-eslint/no-unsafe-type-assertion': 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    rules: {
      'svelte/no-at-html-tags': 'error',
      // a prop that is bound stands among those that are not
      'prefer-const': ['error', { destructuring: 'all' }],
      // what is kept beside the reactive state, or made inside a derived value, is rightly a plain Map or Set
      'svelte/prefer-svelte-reactivity': 'off',
      // there are no stores here to look for, and looking costs as much as all other rules of Svelte together
      'svelte/require-store-reactive-access': 'off',
    },
  },
  {
    // both find something in markup only, and prepare for it in every file, which costs more than all other rules of these files
    files: ['**/*.{js,mjs,ts}'],
    rules: { 'svelte/comment-directive': 'off', 'svelte/no-unknown-style-directive-property': 'off' },
  },
  {
    files: ['shared/**/*.ts'],
    rules: walls([
      leaving('electron|renderer|test', 'shared imports nothing of the project.'),
      { regex: '^node:', message: 'shared runs in the renderer too.' },
    ]),
  },
  {
    files: ['renderer/**/*.{ts,svelte}'],
    rules: {
      ...walls([
        leaving('electron|test', 'A screen asks the desk through shared/contract/desk-contract.ts.'),
        { regex: '^node:', message: 'A screen has no Node.' },
      ]),
      'no-restricted-globals': [
        'error',
        { name: 'fetch', message: 'Only the transport of the host speaks to the desk.' },
      ],
      'no-restricted-properties': [
        'error',
        ...['ctrlKey', 'metaKey'].map((property) => ({
          property,
          message: 'Ask holdsCtrl: on a Mac it is another key.',
        })),
      ],
    },
  },
  { files: ['renderer/transport/**/*.ts'], rules: { 'no-restricted-globals': 'off' } },
  // what says which key it is, and what tells keys of a scanner, which are taken one by one
  { files: ['renderer/keys/read-press.ts', 'renderer/scan/*.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['electron/**/*.ts'],
    rules: walls([leaving('renderer|test', 'Nothing sideways: electron imports electron and shared.')]),
  },
  {
    files: ['electron/storage/database/**/*.ts'],
    rules: walls([leaving('renderer|test', 'Nothing sideways.')], ['better-sqlite3']),
  },
  {
    files: ['electron/delivery/service/**/*.ts'],
    rules: walls([leaving('renderer|test', 'Nothing sideways.')], ['undici']),
  },
  {
    // A callback that runs early, during the construction, would meet a constant that has no value yet.
    files: ['electron/desk/compose*.ts', 'electron/hosts/electron/run.ts', 'electron/hosts/open-screen-desk.ts'],
    rules: { 'no-use-before-define': ['error', { functions: false, classes: true, variables: true }] },
  },
  {
    files: ['electron/hosts/electron/**/*.ts'],
    rules: walls([leaving('renderer|test', 'Nothing sideways.')], ['electron']),
  },
  {
    files: ['shared/**/*.ts', 'electron/{outbox,delivery,labels,spreadsheets/import}/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', ...globalsOfTime.map((name) => ({ name, message: given }))],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: given },
        { object: 'Math', property: 'random', message: given },
        { object: 'AbortSignal', property: 'timeout', message: given },
        { object: 'crypto', property: 'randomUUID', message: given },
        { object: 'crypto', property: 'getRandomValues', message: given },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: given },
        { selector: 'ImportDeclaration[source.value=/^node:timers/]', message: given },
        {
          selector: 'ImportDeclaration[source.value="node:crypto"] > ImportSpecifier[imported.name=/^random/]',
          message: given,
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts', '*.ts'],
    rules: {
      'no-template-curly-in-string': 'off',
    },
  },
);
