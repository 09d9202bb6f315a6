const maxPlainCharacters = 500;

/** Turns untrusted text into one line of plain text: control and direction characters removed, length bounded. */
export function plainText(text: string): string {
  const line = text
    .slice(0, 20 * maxPlainCharacters)
    .replace(/[\p{Cc}\u061c\u200e\u200f\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= maxPlainCharacters ? line : `${line.slice(0, maxPlainCharacters - 1).trimEnd()}…`;
}

/** The text of a page: its title, or else its body. Unclosed tags stay cheap to match: pages come from anyone. */
export function textOfPage(html: string): string {
  const start = html.slice(0, 16 * 1024);
  const title = /<title[^<>]{0,200}>([^<]*)<\/title/i.exec(start)?.[1] ?? '';
  const text = start.replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ').replace(/<[^>]*>?/g, ' ');
  return plainText(entities(title.trim() === '' ? text : title));
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const entities = (text: string) => text.replace(/&(\w+);/g, (whole, name: string) => named[name] ?? whole);
