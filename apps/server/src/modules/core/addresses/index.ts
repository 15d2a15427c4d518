export { type AddressRow, type AddressValues, writtenAddress } from './addresses.repository.ts';
