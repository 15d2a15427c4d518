import xxhash from 'xxhash-wasm';

const { h64Raw } = await xxhash();

/**
 * 64 bits over the bytes of a record as it is stored, signed as PostgreSQL's bigint is: the repeat of
 * a record has the same. Not a secret and not a signature: a device that found two records with one
 * digest within one moment would only lose its own. (XXH64.)
 */
export function digestOf(bytes: Uint8Array): bigint {
  return BigInt.asIntN(64, h64Raw(bytes));
}
