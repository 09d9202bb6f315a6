import { readFileSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

// Run by the Electron of a package as if it were its app (keep-compiled.ts), before that is ready, so that it needs no display: writes what its V8 makes of
// each file that is named, with every function of it, so that a start compiles none and two packages are alike. It is read as
// electron/threads/compiled-program.ts runs it. V8 holds it against its own version and flags; so the flag is as it was when it is written.
const { folder, files } = JSON.parse(process.env.PARCEL_DESK_COMPILE);
for (const file of files) {
  const path = join(folder, file);
  setFlagsFromString('--no-lazy');
  // by its name alone, as it was given: what is written tells it, with the whole path where the name was cut from one, and must not tell where a package was made
  const program = new Script(Module.wrap(readFileSync(path, 'utf8')), { filename: file });
  setFlagsFromString('--lazy');
  writeFileSync(`${path}.compiled`, program.createCachedData());
}
process.exit(0);
