import { BlockList, isIP } from 'node:net';

/** Networks without public servers: RFC 6890 and later additions to its registries. */
const ipv4Networks =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 ' +
  '198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
// Includes IPv6 ranges that embed an IPv4 address: compatible (::/96), translated (RFC 2765, NAT64), 6to4; BlockList
// handles IPv4-mapped addresses itself.
const ipv6Networks =
  '::/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 ' +
  'fc00::/7 fe80::/10 fec0::/10 ff00::/8';

const privateNetworks = new BlockList();
for (const [networks, family] of [
  [ipv4Networks, 'ipv4'],
  [ipv6Networks, 'ipv6'],
] as const) {
  for (const network of networks.split(' ')) {
    const [address = '', prefix] = network.split('/');
    privateNetworks.addSubnet(address, Number(prefix), family);
  }
}

/**
 * Whether an IP address (not a name) is one of this machine or the local network, or is not a public address at all.
 */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family === 0 || privateNetworks.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Whether a URL's host is literally this machine or an address of the local network; a name may still resolve to one.
 */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isNumber = /^[\d.]+$/.test(host) || host.includes(':');
  return isNumber ? isPrivateAddress(host) : /(^|\.)localhost\.*$/.test(host);
}
