/** The position that an encoder puts into a message. */
export interface EncodedPosition {
  readonly timeMs: number;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly speedKmh: number;
  readonly headingDeg: number;
  readonly ignition: boolean;
}
