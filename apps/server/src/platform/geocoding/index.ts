export { AddressBook } from './address-book.ts';
export type { OutsidePlace } from './answers.ts';
export { type Geocoder, outsideGeocoder } from './geocoder.ts';
