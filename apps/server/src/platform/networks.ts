import { BlockList, isIP, isIPv6 } from 'node:net';

/** Whether a text is an address, or a network like `10.0.0.0/8`. */
export function isNetwork(value: string): boolean {
  const [address = '', prefix, ...more] = value.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= most);
  return isIP(address) !== 0 && isPrefix && more.length === 0;
}

/** Normalises an address: dual-stack sockets show IPv4 addresses as ::ffff:10.0.0.1. */
export const plainAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/**
 * Creates a function that checks whether an address is in any of these networks.
 *
 * @param networks valid by {@link isNetwork}
 */
export function isWithin(networks: readonly string[]): (address: string) => boolean {
  const blocks = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) blocks.addAddress(address, family);
    else blocks.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const plain = plainAddress(address);
    return blocks.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
