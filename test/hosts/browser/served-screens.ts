import { answerCalls, fixedFolder } from '../../../electron/desk/calls/answer-calls.ts';
import type { Download } from '../../../electron/desk/calls/screen-desk.ts';
import { serveScreens, type ScreenServer } from '../../../electron/hosts/browser/serve-screens.ts';
import type { NumberedEvent } from '../../../shared/contract/desk-events.ts';
import { ok } from '../../../shared/contract/problem.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

export const token = 't'.repeat(43);
export let folder: string;
export let server: ScreenServer;
export let port: number;
export let calls: { name: string; input: unknown }[];
export let files: Map<string, Download>;
export let tell: (event: NumberedEvent) => void;

export function serveForEach(): void {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'screens-'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>desk</title>');
    calls = [];
    files = new Map();
    server = await serveScreens(
      {
        ...answerCalls(
          fixedFolder((name, input) => {
            calls.push({ name, input });
            return Promise.resolve(ok('heard'));
          }),
        ),
        onEvent: (listener) => (tell = listener),
        takeFile: (id) => {
          const file = files.get(id) ?? null;
          files.delete(id);
          return Promise.resolve(file);
        },
        close: () => Promise.resolve(),
      },
      { folder, port: 0, token },
    );
    port = Number(new URL(server.url).port);
    const [kept = ''] = (await send('GET', `/?token=${token}`)).headers['set-cookie'] ?? [];
    cookie = () => kept.split(';', 1)[0] ?? '';
  });
  afterEach(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends exactly these headers and this path, as no browser or fetch would. */
export function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(pieces).toString(),
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** The cookie that a browser stores for the printed address, and sends to every port of 127.0.0.1. */
export let cookie: () => string;
export const json = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

export const silent = {
  call: () => Promise.resolve(ok(1)),
  onEvent: () => undefined,
  takeFile: () => Promise.resolve(null),
  callFromScreen: () => Promise.resolve(ok(1)),
  close: () => Promise.resolve(),
};
