// Provides `process.parentPort`, the channel of an Electron utility process, and ends the process with its host.
process.parentPort = {
  on: (event, listener) => process.on(event, (data) => listener({ data })),
  postMessage: (message) => process.send(message),
};
process.on('disconnect', () => process.exit());
