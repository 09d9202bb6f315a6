import { startPractice, type RunningPractice } from '../../electron/practice/start-practice.ts';
import { effectsByKey, receivedCreates } from '../support/received-creates.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A moment of the practice service, in ms of the fake clock. */
export const moment = 1000;

export interface Told {
  status: number;
  // tests inspect answers of any shape
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Headers;
}

/** A practice service on a real port and a real file, with a clock that the test sets. */
export async function openTestPractice() {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-practice-'));
  let now = Date.parse('2026-03-02T08:00:00Z');
  const start = () => startPractice({ folder, clock: () => now, moment });
  let running: RunningPractice = await start();
  const send = async (method: string, path: string, init: RequestInit = {}): Promise<Told> => {
    const response = await fetch(running.url + path, { method, ...init });
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, body, headers: response.headers };
  };
  const json = { 'Content-Type': 'application/json' };
  return {
    folder,
    url: () => running.url,
    now: () => now,
    /** makes the service apply the current drill */
    look: () => running.applyDrill(),
    /** advances the clock by this many moments */
    pass: (moments: number) => void (now += moments * moment),
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown) => send('POST', path, { headers: json, body: JSON.stringify(body) }),
    received: () => receivedCreates(folder),
    effects: () => effectsByKey(folder),
    async restart() {
      await running.close();
      running = await start();
    },
    async close() {
      await running.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type TestPractice = Awaited<ReturnType<typeof openTestPractice>>;

/** Sends address and headers exactly as given, which fetch would normalize. */
export function sendRaw(url: string, path: string, headers: Record<string, string> = {}, method = 'GET', body = '') {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const { port } = new URL(url);
    const out = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    out.on('error', reject);
    out.end(body);
  });
}
