import { config } from 'zod';

// Import before any schema: zod compiles code from strings for speed, which the page's CSP forbids and reports.
config({ jitless: true });
