import { startDesk } from '../../../electron/threads/desk.ts';

/** Opens the data folder that is named, asks for its first page, and prints what that took (ms) and its memory then (MB). */
const [folder = '', machine = ''] = process.argv.slice(2);
const from = performance.now();
const desk = await startDesk({ folder, machine });
await desk.ask('entries.page', { list: 'all', limit: 150 });
const ms = performance.now() - from;
process.stdout.write(`${JSON.stringify({ ms, megabytes: process.memoryUsage.rss() / 2 ** 20 })}\n`);
await desk.close();
