/** Results of a connection test, and what to do. */
export const connection = {
  test: 'Test connection',
  busy: 'Contacting the service …',
  answers: (p: { ms: string }) => `The service answered after ${p.ms} ms.`,
  noSecret: 'The service answers and requires a secret (401). Enter the name of its header and the value here.',
  wrongSecret: 'The service answers but rejects this secret (401). Enter the right value, or ask for a new one.',
  forbidden: 'The service answers but refuses this account (403). Ask whoever gave you the address.',
  redirect: (p: { to: string }) =>
    `This address redirects to ${p.to}. Enter that one if it is right; nothing was sent there.`,
  redirectNowhere: 'This address redirects to another one. Ask for the right address; nothing was sent there.',
  'something-else':
    'Something other than the service answers at this address, such as a web page or the sign-in page of a network. Check the address, or sign in to the network.',
  fails: (p: { status: string }) => `The service is there but failing (${p.status}). Test again later.`,
  noAnswer: {
    name: 'This name was not found. Check the spelling of the address and that this computer is online.',
    refused: 'Nothing listens at this address. Check the address and its port.',
    unreachable: 'The service cannot be reached from here. Check the network of this computer.',
    tls: 'The service’s certificate is not trusted. Check the address, and the date of this computer.',
    timeout: 'No answer within ten seconds. Check the address, and whether a firewall blocks it.',
    broken: 'The connection was lost before an answer arrived. Test again.',
    'not-http': 'What answers at this address is not the service. Check the address and its port.',
    proxy: 'This computer’s proxy blocked the connection. Ask whoever looks after the network.',
    stopped: 'The desk was closed before an answer arrived.',
  },
};
