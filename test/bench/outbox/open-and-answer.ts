import { startDesk } from '../../../electron/desk/threads/desk.ts';

/**
 * Opens the given data folder, requests its first page, and prints how long that took (ms) and how much memory it used
 * (MB).
 */
const [folder = '', machine = ''] = process.argv.slice(2);
const startedAt = performance.now();
const desk = await startDesk({ folder, machine });
await desk.ask('entries.page', { list: 'all', limit: 150 });
const ms = performance.now() - startedAt;
process.stdout.write(`${JSON.stringify({ ms, megabytes: process.memoryUsage.rss() / 2 ** 20 })}\n`);
await desk.close();
