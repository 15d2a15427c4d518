/** A file of a multipart body, for the API documentation; the server types files by their content. */
export interface FormFile {
  /** Accepted media types. */
  readonly types: readonly string[];
  /** The file is optional. */
  readonly optional?: true;
  /** Several files may have this name. */
  readonly many?: true;
}

const PICTURES = ['image/jpeg', 'image/png', 'image/webp'] as const;
const TABLES = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;

/** Files that several calls accept. */
export const PHOTO: FormFile = { types: PICTURES };
export const TABLE: FormFile = { types: TABLES };
export const DOCUMENT: FormFile = { types: [...PICTURES, 'application/pdf'] };
export const RECORD_FILES = {
  photos: { types: PICTURES, optional: true, many: true },
  signature: { types: ['image/png', 'image/jpeg'], optional: true },
} as const satisfies Record<string, FormFile>;
export const SIGNATURE_FILE = { signature: RECORD_FILES.signature } as const;
