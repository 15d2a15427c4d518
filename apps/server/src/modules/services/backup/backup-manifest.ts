import { z } from 'zod';

/** Version of the archive's structure; a newer one is refused. */
export const FORMAT = 1;

/** Name of the last entry of an archive, which describes all others. */
export const MANIFEST_ENTRY = 'manifest.json';

/** Bounds of a partition by range, or of the default one. */
const BOUNDS = /^(DEFAULT|FOR VALUES FROM \('[^'\\]+'\) TO \('[^'\\]+'\))$/;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const bytes = z.int().nonnegative();

const table = z.object({
  name,
  /** Columns in the order of the rows; generated ones are not stored. */
  columns: z.array(name).min(1),
  rows: bytes,
  /** Entries `database/<table>/<number>`, which together are the text format of COPY. */
  parts: z.int().nonnegative(),
});

/** Contents of a backup, with the digest of each entry. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  created_at: z.iso.datetime(),
  /** Version of the product that made it. */
  version: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: sha256 })).min(1),
  tables: z.array(table),
  /** Partitions with the bounds of PostgreSQL's catalogue. */
  partitions: z.array(z.object({ table: name, name, bounds: z.string().regex(BOUNDS) })),
  /** Null for a sequence that was never used. */
  sequences: z.array(
    z.object({
      name,
      value: z
        .string()
        .regex(/^-?\d+$/)
        .nullable(),
    }),
  ),
  /** Names in the file store that the database mentions and the store does not have. */
  missing_files: z.array(z.string()),
  entries: z.array(z.object({ name: z.string(), size_bytes: bytes, sha256 })),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type StoredTable = Manifest['tables'][number];
export type StoredEntry = Manifest['entries'][number];
