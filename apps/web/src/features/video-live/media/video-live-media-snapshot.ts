import { isElsewhere } from '../../../api/bases.ts';
import { callHeaders } from '../../../api/client.ts';

/** A still that is here, ready to be shown. */
export interface LoadedPicture {
  readonly address: string;
  /** Where the server has nothing that makes JPEGs, a still is a video of one picture. */
  readonly isVideo: boolean;
  release(): void;
}

/**
 * Loads a still whole, so that showing it never blinks.
 *
 * @throws where it cannot be had
 */
export async function loadPicture(url: string, signal: AbortSignal): Promise<LoadedPicture> {
  const isOurs = !isElsewhere(url);
  const response = await fetch(url, { signal, headers: isOurs ? callHeaders() : {} });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const blob = await response.blob();
  const address = URL.createObjectURL(blob);
  return {
    address,
    isVideo: blob.type.startsWith('video/'),
    release: () => URL.revokeObjectURL(address),
  };
}
