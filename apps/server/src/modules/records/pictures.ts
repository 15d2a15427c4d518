import { buffer } from 'node:stream/consumers';
import { pictureUrl } from '../../platform/documents/index.ts';
import type { FileRow, Files } from '../../platform/files/index.ts';
import type { Photograph } from './repository.ts';

/** Two stand beside each other: so many pixels are 300 to the inch. */
const PHOTOGRAPH_SIDE_PX = 1000;
const SMALL_SIDE_PX = 600;

/** A photograph as a data URL; null where it is gone or cannot be read. */
export interface ShownPhotograph {
  readonly caption: string;
  readonly url: string | null;
}

/** The pictures of a report as data URLs. */
export interface Pictures {
  readonly logo: string | null;
  readonly signature: string | null;
  readonly photographs: readonly ShownPhotograph[];
}

/** A picture that cannot be read leaves its place empty: the report says more than its pictures. */
async function shown(files: Files, file: FileRow | null, sidePx: number): Promise<string | null> {
  if (file === null) return null;
  try {
    return await pictureUrl(await buffer(await files.read(file)), sidePx);
  } catch {
    return null;
  }
}

/** A logo that is kept as a data URL; nothing is fetched from elsewhere for a report. */
async function logoUrl(logo: string | null): Promise<string | null> {
  const base64 = /^data:image\/(?:png|jpeg|webp);base64,(.+)$/.exec(logo ?? '')?.[1];
  if (base64 === undefined) return null;
  return pictureUrl(Buffer.from(base64, 'base64'), SMALL_SIDE_PX).catch(() => null);
}

/** Makes the pictures of a report fit to stand in a PDF. */
export async function picturesOf(
  files: Files,
  logo: string | null,
  signature: FileRow | null,
  photographs: readonly Photograph[],
): Promise<Pictures> {
  const [logoShown, signatureShown, ...urls] = await Promise.all([
    logoUrl(logo),
    shown(files, signature, SMALL_SIDE_PX),
    ...photographs.map(({ file }) => shown(files, file, PHOTOGRAPH_SIDE_PX)),
  ]);
  return {
    logo: logoShown,
    signature: signatureShown,
    photographs: photographs.map(({ caption }, n) => ({ caption, url: urls[n] ?? null })),
  };
}
