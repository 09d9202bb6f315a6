/** The one banner: what stops everything, and the one thing to do about it. */
export const banner = {
  gone: {
    says: 'The desk does not answer. What was saved is safe.',
    do: 'Start Parcel Desk again; this page connects by itself.',
  },
  unauthorized: {
    says: 'The service does not accept the secret of this desk, so nothing is sent.',
    do: 'Check the header and its value',
  },
  redirect: {
    says: 'The service sends the desk to another address. The desk follows to no other address, so nothing is sent.',
    do: 'Check the address',
  },
  tls: {
    says: 'The connection to the service is not secure (its certificate is not trusted), so nothing is sent.',
    do: 'Check the address and the clock of this computer',
  },
  'something-else-answered': {
    says: 'Something other than the service answered, perhaps a login page of this network. Nothing is sent until the service itself answers.',
    do: 'Log in to the network, then try now',
  },
  stopped: {
    says: 'The sync is stopped. Entries are saved, but not sent.',
    do: 'Close Parcel Desk and start it again.',
  },
  journal: {
    says: 'The rescue journal cannot be written. Work goes on, but without its safety.',
    do: 'Check the disk',
  },
  backup: { says: 'The last backup failed.', do: 'Check the disk' },
  disk: { says: 'The disk is nearly full.', do: 'Free some space' },
  'copied-folder': { says: 'This data folder seems to be a copy of another one.', do: 'Use only one of them' },
  kindPaused: (p: { kind: string; status: string }) =>
    `${p.kind}: the service answers ${p.status}, so this kind is paused.`,
  details: 'What came back',
};
