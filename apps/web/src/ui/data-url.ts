import { InternalError } from '@roadworthy/domain';

/** A file as a data URL (OP-036). @throws InternalError if it cannot be read */
export function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new InternalError('file.not_readable'));
    reader.readAsDataURL(file);
  });
}
