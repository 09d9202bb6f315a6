import { readFileSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { basename } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

// Run by the Electron of a package as if it were its app (keep-compiled.ts), before that is ready, so that it needs no display: writes what its V8 makes of
// each file that is named, with every function of it, so that a start compiles none and two packages are alike. It is read as
// electron/threads/compiled-program.ts runs it. V8 holds it against its own version and flags; so the flag is as it was when it is written. Where it was made is nothing that a package tells.
for (const file of JSON.parse(process.env.PARCEL_DESK_COMPILE)) {
  setFlagsFromString('--no-lazy');
  const program = new Script(Module.wrap(readFileSync(file, 'utf8')), { filename: basename(file) });
  setFlagsFromString('--lazy');
  writeFileSync(`${file}.compiled`, program.createCachedData());
}
process.exit(0);
