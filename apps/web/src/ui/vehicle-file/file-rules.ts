/** A file must be smaller than this (requirement H-57). */
export const FILE_LIMIT_BYTES = 9_000_000;
/** Requirement H-56. */
export const ACCEPTED = 'image/*,application/pdf';

export const isImage = ({ type }: Pick<File, 'type'>): boolean => type.startsWith('image/');
const isPdf = ({ type }: Pick<File, 'type'>): boolean => type === 'application/pdf';

/** Key of the error text of a selected file; null if it is valid (H-56, H-57). */
export function fileFault(file: Pick<File, 'type' | 'size'>): string | null {
  if (!isImage(file) && !isPdf(file)) return 'vehicleFile.validFormat';
  return file.size >= FILE_LIMIT_BYTES ? 'vehicleFile.tooLarge' : null;
}
