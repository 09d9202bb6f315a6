// A process begun as Electron's utility finds the end of its channel in `process.parentPort`, and ends with its host.
process.parentPort = {
  on: (event, listener) => process.on(event, (data) => listener({ data })),
  postMessage: (message) => process.send(message),
};
process.on('disconnect', () => process.exit());
