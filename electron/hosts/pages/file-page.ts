import { pageHeaders } from './page-headers.ts';

const prefix = '/files/';
const served = [
  'application/pdf',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;

/** The id in the address of a file made by the desk (`/files/ID`), or null for any other address. */
export function fileIdOfAddress(path: string): string | null {
  const id = path.startsWith(prefix) ? path.slice(prefix.length) : '';
  return /^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : null;
}

/** Headers that make a file a download with its own name, never a page. */
export function fileHeaders(file: { name: string; mediaType: string }): Record<string, string> {
  const plain = file.name.replaceAll(/[^A-Za-z0-9 ._-]/g, '_');
  const whole = encodeURIComponent(file.name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return {
    ...pageHeaders,
    'Content-Type': served.find((type) => type === file.mediaType) ?? 'application/octet-stream',
    'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${whole}`,
  };
}
