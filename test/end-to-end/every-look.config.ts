import config from './playwright.config.ts';

/** `npm run test:looks` checks every place of the desk in both languages, all looks and all sizes. */
export default {
  ...config,
  testMatch: '**/accessible.spec.ts',
  projects: [{ name: 'browser-host', use: { host: 'browser-host', everyLook: true } }],
};
