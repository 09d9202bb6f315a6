import { whys as english } from '../../renderer/texts/en/whys.ts';
import { sayReason, sayWho, sayWhy } from '../../renderer/texts/say-why.ts';
import { whys as chinese } from '../../renderer/texts/zh-CN/whys.ts';
import {
  noAnswerCauses,
  notCreatedMessage,
  ownReasons,
  refusedMessage,
  why,
  type WhyCode,
} from '../../shared/outbox/whys.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const engine = join(import.meta.dirname, '../../electron');

/** Codes in the sources of the engine, as `why('code'`. */
function codesOfEngine(): string[] {
  const sources = readdirSync(engine, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const codes = sources.flatMap((name) => {
    const text = readFileSync(join(engine, name), 'utf8');
    // A call has its codes before the first comma or parenthesis of its parameters.
    return [...text.matchAll(/\bwhy\(([^,()]*)/g)].flatMap(([, call = '']) =>
      [...call.matchAll(/'([a-z-]+)'/g)].map(([, code = '']) => code),
    );
  });
  return [...new Set(codes)].toSorted();
}

const params = { key: 'K-1', number: 'N-2', status: 503, cause: 'timeout', code: 'ETIMEDOUT', how: 'cut', text: 'T-3' };
const more = { to: 'https://other.example', checks: 4, carrier: 'C-5', sheet: 'H-6' };
const said = (texts: typeof english, code: string) => sayWhy(texts, { code, params: { ...params, ...more } });

/** Codes that are no longer written, but still read from folders of earlier versions. */
const formerly = ['journal-newer'];

describe('steps of a history', () => {
  const codes = [...codesOfEngine(), ...formerly].toSorted();

  it('have texts in both languages for exactly the codes that the engine writes or wrote', () => {
    expect(codes.length).toBeGreaterThan(30);
    expect(new Set(codes).size).toBe(codes.length);
    expect(Object.keys(english.step).toSorted()).toEqual(codes);
    expect(Object.keys(chinese.step).toSorted()).toEqual(codes);
  });

  it.each(codes)('have a sentence in both languages: %s', (code) => {
    expect(said(english, code)).toMatch(/^[A-Z].*[.\d)]$/s);
    expect(said(english, code)).not.toMatch(/undefined|\p{Script=Han}/u);
    expect(said(chinese, code)).toMatch(/\p{Script=Han}/u);
    expect(said(chinese, code)).not.toContain('undefined');
  });

  it('include their parameters in the sentence', () => {
    const needs: [WhyCode, string][] = [
      ['replaced', 'K-1'],
      ['printed', 'N-2'],
      ['service-failed', '503'],
      ['no-answer', 'ETIMEDOUT'],
      ['refused-after-lost', 'T-3'],
      ['conflict', 'T-3'],
      ['redirect', 'https://other.example'],
      ['not-there', '4'],
    ];
    for (const texts of [english, chinese])
      for (const [code, part] of needs) expect(said(texts, code), code).toContain(part);
  });

  it('have a separate sentence for each cause of a missing answer', () => {
    for (const texts of [english, chinese]) {
      const sentences = noAnswerCauses.map((cause) => sayWhy(texts, why('no-answer', { cause, code: '' }) as never));
      expect(new Set(sentences).size).toBe(noAnswerCauses.length);
    }
  });

  it('show free text, unknown codes and names of people unchanged', () => {
    expect(sayWhy(chinese, { said: 'mended' })).toBe('mended');
    expect(sayWhy(chinese, { code: 'folded', params: {} })).toBe('folded');
    expect(sayWhy(english, { code: 'constructor', params: {} })).toBe('constructor');
    expect([sayWho(chinese, 'desk'), sayWho(chinese, '王芳')]).toEqual(['工作台', '王芳']);
  });
});

describe('the reason of a refusal', () => {
  const reason = (code: string, text: string) => sayReason(chinese, { code, text, field: null });

  it('is in the language of the screen if it comes from the desk', () => {
    for (const [code, text] of Object.entries(ownReasons)) expect(reason(code, text)).toMatch(/\p{Script=Han}/u);
    expect(reason('HTTP 422', refusedMessage(422))).toBe('没有说明原因（HTTP 422）');
    expect(reason('E17', notCreatedMessage('E17'))).toBe('无法创建（E17）');
  });

  it('is in the words of the service if there are any', () => {
    expect(reason('HTTP 422', 'Weight is wrong.')).toBe('Weight is wrong.');
    expect(reason('Delete', 'No such service.')).toBe('No such service.');
  });
});
