/** What a program did to the files of one folder, in order, as strace recorded it. Operations are numbered by index. */
export type Operation =
  | { kind: 'write'; file: File; at: number; bytes: Buffer }
  | { kind: 'truncate'; file: File; size: number }
  /** `began`: operations before this index are on the disk now */
  | { kind: 'sync'; file: File; began: number }
  | { kind: 'sync-names'; began: number }
  | { kind: 'name'; file: File; path: string }
  | { kind: 'unname'; path: string }
  /** a line of standard output */
  | { kind: 'said'; line: string };

/** A file, independent of its name. */
export interface File {
  /** its size in bytes, and the largest it ever had */
  size: number;
  most: number;
}

/** System calls that strace must record, with `-f -y -xx` and untruncated strings. */
export const recordedCalls =
  'openat,write,pwrite64,pwritev,pwritev2,writev,lseek,ftruncate,fallocate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,close';

/** Parses the strace output of one program. Throws at a write call it does not know. */
export function readRecording(traced: string, folder: string): Operation[] {
  const done: Operation[] = [];
  const files = new Map<string, File>();
  const cursors = new Map<string, number>();
  const begun = new Map<string, { text: string; at: number }>();
  let said = '';
  const isOurs = (path: string): boolean => path.startsWith(`${folder}/`) && !path.endsWith('-shm');
  const fileAt = (path: string): File => {
    const known = files.get(path);
    if (known) return known;
    const file = { size: 0, most: 0 };
    files.set(path, file);
    done.push({ kind: 'name', file, path });
    return file;
  };

  function write(path: string, at: number, bytes: Buffer): void {
    const file = fileAt(path);
    file.size = Math.max(file.size, at + bytes.length);
    file.most = Math.max(file.most, file.size);
    done.push({ kind: 'write', file, at, bytes });
  }

  function call(name: string, args: string, result: number, began: number): void {
    if (result < 0) return;
    const texts = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => bytesOf(hex));
    const [, descriptor = '', hexPath = ''] = /^(\d+)<([^>]*)>/.exec(args) ?? [];
    const path = bytesOf(hexPath).toString();
    const numbers = args.split(/, /).map(Number);
    switch (name) {
      case 'openat': {
        const opened = texts[0]?.toString() ?? '';
        if (!isOurs(opened) || !/O_CREAT|O_RDWR|O_WRONLY/.test(args)) return;
        const file = fileAt(opened);
        cursors.set(`${String(result)} ${opened}`, args.includes('O_APPEND') ? Infinity : 0);
        if (args.includes('O_TRUNC') && file.size > 0) truncate(opened, 0);
        return;
      }
      case 'write': {
        const bytes = texts[0]?.subarray(0, result) ?? Buffer.alloc(0);
        if (descriptor === '1') return tell(bytes.toString());
        if (!isOurs(path)) return;
        const cursor = cursors.get(`${descriptor} ${path}`) ?? 0;
        const at = cursor === Infinity ? fileAt(path).size : cursor;
        if (cursor !== Infinity) cursors.set(`${descriptor} ${path}`, at + bytes.length);
        return write(path, at, bytes);
      }
      case 'pwrite64':
        if (isOurs(path)) write(path, numbers.at(-1) ?? NaN, texts[0]?.subarray(0, result) ?? Buffer.alloc(0));
        return;
      case 'lseek':
        if (isOurs(path) && cursors.get(`${descriptor} ${path}`) !== Infinity)
          cursors.set(`${descriptor} ${path}`, result);
        return;
      case 'ftruncate':
        if (isOurs(path)) truncate(path, numbers.at(-1) ?? NaN);
        return;
      case 'fsync':
      case 'fdatasync':
        if (path === folder) done.push({ kind: 'sync-names', began });
        else if (isOurs(path)) done.push({ kind: 'sync', file: fileAt(path), began });
        return;
      case 'rename':
        return rename(texts[0]?.toString() ?? '', texts[1]?.toString() ?? '');
      case 'unlink':
        return unlink(texts[0]?.toString() ?? '');
      case 'close':
        return;
      default:
        if (isOurs(path)) throw new Error(`a way of writing that is not read here: ${name}`);
    }
  }

  function truncate(path: string, size: number): void {
    const file = fileAt(path);
    file.size = size;
    file.most = Math.max(file.most, size);
    done.push({ kind: 'truncate', file, size });
  }
  function rename(from: string, to: string): void {
    if (!isOurs(from)) return;
    const file = fileAt(from);
    files.delete(from);
    files.set(to, file);
    done.push({ kind: 'name', file, path: to }, { kind: 'unname', path: from });
  }
  function unlink(path: string): void {
    if (!isOurs(path)) return;
    files.delete(path);
    done.push({ kind: 'unname', path });
  }
  function tell(text: string): void {
    const lines = (said + text).split('\n');
    said = lines.pop() ?? '';
    for (const line of lines) done.push({ kind: 'said', line });
  }

  for (const line of traced.split('\n')) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (text.endsWith('<unfinished ...>')) {
      begun.set(thread, { text: text.slice(0, -'<unfinished ...>'.length), at: done.length });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text);
    const first = resumed ? begun.get(thread) : undefined;
    const whole = first && resumed ? first.text.trimEnd() + (resumed[1] ?? '') : text;
    const [, name = '', args = '', result = ''] = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(whole) ?? [];
    if (name !== '') call(name, args, Number(result), first?.at ?? done.length);
  }
  return done;
}

const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex');
