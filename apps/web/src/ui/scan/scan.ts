import { InternalError } from '@roadworthy/domain';

/** The part of the browser's BarcodeDetector in use; not every browser has it. */
export interface CodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type CodeReaderClass = new (options: { readonly formats: readonly string[] }) => CodeReader;

/** QR codes of labels, and the barcodes of packages. */
export const QR_CODES = ['qr_code'] as const;
export const ALL_CODES = [
  ...QR_CODES,
  'ean_13',
  'ean_8',
  'upc_a',
  'upc_e',
  'code_128',
  'code_39',
  'itf',
  'data_matrix',
] as const;

const readerClass = (): CodeReaderClass | undefined =>
  (globalThis as { BarcodeDetector?: CodeReaderClass }).BarcodeDetector;

/**
 * Whether this browser reads codes and has a camera; otherwise the phone's camera app can be used.
 */
export const canScan = (): boolean =>
  readerClass() !== undefined &&
  (navigator as { mediaDevices?: MediaDevices }).mediaDevices?.getUserMedia !== undefined;

/** A reader of codes. @throws InternalError if the browser has none */
export function codeReader(formats: readonly string[]): CodeReader {
  const Reader = readerClass();
  if (Reader === undefined) throw new InternalError('scan.no_code_reader');
  return new Reader({ formats });
}
