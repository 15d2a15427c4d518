import { InternalError } from '@roadworthy/domain';
import { isElsewhere } from '../../../api/bases.ts';
import { callHeaders } from '../../../api/client.ts';

/** A loaded still. */
export interface LoadedPicture {
  readonly address: string;
  /** If the server cannot encode JPEGs, a still is a video with one frame. */
  readonly isVideo: boolean;
  release(): void;
}

/**
 * Loads a still completely, so that it appears without flicker.
 *
 * @throws if it cannot be loaded
 */
export async function loadPicture(url: string, signal: AbortSignal): Promise<LoadedPicture> {
  const isOurs = !isElsewhere(url);
  const response = await fetch(url, { signal, headers: isOurs ? callHeaders() : {} });
  if (!response.ok) throw new InternalError('response.status', { status: response.status });
  const blob = await response.blob();
  const address = URL.createObjectURL(blob);
  return {
    address,
    isVideo: blob.type.startsWith('video/'),
    release: () => URL.revokeObjectURL(address),
  };
}
