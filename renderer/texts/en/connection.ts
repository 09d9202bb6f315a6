/** Results of a connection test, and what to do. */
export const connection = {
  test: 'Test the connection',
  busy: 'Asking the service…',
  answers: (p: { ms: string }) => `The service answers, after ${p.ms} ms.`,
  noSecret: 'The service answers, and asks for a secret (401). Set the name of its header and the value here.',
  wrongSecret:
    'The service answers, but does not accept this secret (401). Type the right value, or ask for a new one.',
  forbidden: 'The service answers, but does not let this account in (403). Ask whoever gave you the address.',
  redirect: (p: { to: string }) =>
    `This address leads on to ${p.to}. Give that one if it is right; nothing was sent there.`,
  redirectNowhere: 'This address leads on to another one. Ask for the right address; nothing was sent there.',
  'something-else':
    'Something else answers at this address, like a web page or the sign-in page of a network. Check the address, or sign in to the network.',
  fails: (p: { status: string }) => `The service is there, but cannot answer now (${p.status}). Test again in a while.`,
  noAnswer: {
    name: 'There is no such name on the network. Check how the address is written, and that this computer is online.',
    refused: 'Nothing listens at this address. Check the address and its port.',
    unreachable: 'The service cannot be reached from here. Check the network of this computer.',
    tls: 'The service could not prove who it is: its certificate is not trusted here. Check the address, and the date of this computer.',
    timeout: 'Nothing answered within ten seconds. Check the address, and whether a firewall stands in between.',
    broken: 'The connection broke before an answer came. Test again.',
    'not-http': 'What answers at this address is no service of this kind. Check the address and its port.',
    proxy: 'The proxy that this computer is set to use did not let the desk through. Ask who looks after the network.',
    stopped: 'The desk was closed before an answer came.',
  },
};
