import { readFileSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

// Runs as the app of the packaged Electron (keep-compiled.ts), before `ready`, so that it needs no display. Writes V8's
// code cache of each given file, with every function of it, so that a start compiles none and two packages are
// identical. The source is wrapped as electron/desk/threads/compiled-program.ts runs it. V8 checks the cache against
// its own version and flags, so the flag is reset before it is written.
const { folder, files } = JSON.parse(process.env.PARCEL_DESK_COMPILE);
for (const file of files) {
  const path = join(folder, file);
  setFlagsFromString('--no-lazy');
  // by its bare name, as it was passed: the output contains it, with the whole path if the name was cut from one, and
  // must not reveal where a package was made
  const program = new Script(Module.wrap(readFileSync(path, 'utf8')), { filename: file });
  setFlagsFromString('--lazy');
  writeFileSync(`${path}.compiled`, program.createCachedData());
}
process.exit(0);
