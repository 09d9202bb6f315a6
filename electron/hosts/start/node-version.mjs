// Plain JavaScript: it must run on the very Node it complains about.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `Parcel Desk runs on Node 24; this is ${process.version} (${process.execPath}).\n` +
      'Its own Node comes with `npm ci` when install scripts are allowed (npm 11.19 or newer, no --ignore-scripts);\n' +
      'then run it by `npm start`, `npm test` or `npm run …`.\n',
  );
  process.exit(1);
}
