import { config } from 'zod';

// Imported before any schema: zod would make code from text to be quicker, which the page's policy forbids and reports.
config({ jitless: true });
