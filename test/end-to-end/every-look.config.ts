import config from './playwright.config.ts';

/** `npm run test:looks`: every place of the desk in both languages, in all colours and at all sizes. */
export default {
  ...config,
  testMatch: '**/accessible.spec.ts',
  projects: [{ name: 'browser-host', use: { host: 'browser-host', everyLook: true } }],
};
