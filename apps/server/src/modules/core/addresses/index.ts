export {
  ADDRESS_JSON,
  type AddressRow,
  type AddressValues,
  writtenAddress,
} from './addresses.repository.ts';
