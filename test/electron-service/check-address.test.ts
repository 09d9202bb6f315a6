import { checkAddress } from '../../electron/delivery/service/check-address.ts';
import { describe, expect, it } from 'vitest';

describe('the address of a service', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    [' https://API.example.com/ ', 'https://api.example.com'],
    ['https://api.example.com:8443/base//', 'https://api.example.com:8443/base'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost/x', 'http://localhost/x'],
    ['http://[::1]:9', 'http://[::1]:9'],
  ])('%j is accepted as %s', (text, base) => {
    expect(checkAddress(text)).toMatchObject({ ok: true, value: { base } });
  });

  it.each([
    ['', 'Give the address'],
    ['api.example.com', 'is not an address'],
    ['localhost:8080', 'is not an address'],
    ['https:api.example.com', 'is not an address'],
    ['https://exa mple.com', 'is not an address'],
    ['https://exam\nple.com', 'is not an address'],
    ['https:\\\\example.com', 'is not an address'],
    ['https://', 'is not an address'],
    ['ftp://example.com', 'not by ftp'],
    ['javascript://example.com/%0aalert(1)', 'not by javascript'],
    ['https://user:secret@example.com', 'Leave name and password'],
    ['https://example.com/?a=1', 'what follows ?'],
    ['https://example.com/#', 'what follows ?'],
    ['http://example.com', 'must begin with https'],
    ['http://127.0.0.1.example.com', 'must begin with https'],
    ['http://localhost.example.com', 'must begin with https'],
  ])('%j is refused: %s', (text, words) => {
    const checked = checkAddress(text);
    expect(checked).toMatchObject({ ok: false, problem: { kind: 'bad-address' } });
    expect(checked.ok ? '' : checked.problem.message).toContain(words);
    expect(JSON.stringify(checked)).not.toContain('secret@');
  });

  it('is refused without quoting a password in it', () => {
    expect(JSON.stringify(checkAddress('https://user:pass word@example.com'))).not.toContain('word@');
  });
});
