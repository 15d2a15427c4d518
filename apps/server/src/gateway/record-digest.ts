import xxhash from 'xxhash-wasm';

const { h64Raw } = await xxhash();

/**
 * 64 bits over the bytes of a record as it is stored, signed like PostgreSQL's bigint: a repeated
 * record has the same digest. Not a secret and not a signature: a device that produced two records
 * with the same digest and time would only lose one of its own. (XXH64.)
 */
export function digestOf(bytes: Uint8Array): bigint {
  return BigInt.asIntN(64, h64Raw(bytes));
}
