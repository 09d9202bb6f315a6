import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

// A key for tests on loopback only; no certificate authority has signed its certificate.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNcSJz52ibIFxcl+6
fbs4KUnkIkoz/shtK1aSc5peeYahRANCAASjSaYa8NCFMsnwzG7tmZj8HTzWUjfy
vCjA7r5x2BOiZQi2bslxQVVFBJc6nF3TnZpEyMLxD6yjt4qcN2O809D7
-----END PRIVATE KEY-----`;
/** The certificate that clients of this service must trust. */
export const namedServiceCertificate = `-----BEGIN CERTIFICATE-----
MIIBpjCCAU2gAwIBAgIUbP45uQP26nhHL7pLDkVWBjU7liUwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPc2VydmljZS5leGFtcGxlMCAXDTI2MTEyMzEzMDkyMVoYDzIx
MjYxMDMwMTMwOTIxWjAaMRgwFgYDVQQDDA9zZXJ2aWNlLmV4YW1wbGUwWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAASjSaYa8NCFMsnwzG7tmZj8HTzWUjfyvCjA7r5x
2BOiZQi2bslxQVVFBJc6nF3TnZpEyMLxD6yjt4qcN2O809D7o28wbTAdBgNVHQ4E
FgQUtVgvdvKN9TWjpP3CtuwG7wiSriMwHwYDVR0jBBgwFoAUtVgvdvKN9TWjpP3C
tuwG7wiSriMwDwYDVR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgg9zZXJ2aWNlLmV4
YW1wbGUwCgYIKoZIzj0EAwIDRwAwRAIgEU0V8M6ISAmRC8V5zxZjXvFFv6Nt3/vZ
THKc6/ofb6kCIFkwgYTgx+ZnD29wUAPe5yjwfJCWNmuQqf7kk1dGa2bS
-----END CERTIFICATE-----`;

/** A name that no resolver knows, so the service is reachable only through a proxy. */
export const serviceHostName = 'service.example';

/** Starts an HTTPS service with a host name on a loopback port. */
export async function startNamedService(listener: RequestListener) {
  const server = createServer({ key, cert: namedServiceCertificate }, listener);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close(): Promise<void> {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}
