import { InternalError } from '@roadworthy/domain';

/** The part of the browser's BarcodeDetector in use; not every browser has it. */
export interface CodeReader {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type CodeReaderClass = new (options: { readonly formats: readonly string[] }) => CodeReader;

const readerClass = (): CodeReaderClass | undefined =>
  (globalThis as { BarcodeDetector?: CodeReaderClass }).BarcodeDetector;

/**
 * Whether this browser reads codes and has a camera; otherwise the phone's camera app can be used.
 */
export const canScan = (): boolean =>
  readerClass() !== undefined &&
  (navigator as { mediaDevices?: MediaDevices }).mediaDevices?.getUserMedia !== undefined;

/** A reader of QR codes. @throws Error if the browser has none */
export function codeReader(): CodeReader {
  const Reader = readerClass();
  if (Reader === undefined) throw new InternalError('walkaround.no_code_reader');
  return new Reader({ formats: ['qr_code'] });
}
