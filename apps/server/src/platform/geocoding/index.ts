export { AddressBook } from './address-book.ts';
export type { OutsidePlace } from './answers.ts';
export { type Geocoder, type GeocoderState, outsideGeocoder } from './geocoder.ts';
