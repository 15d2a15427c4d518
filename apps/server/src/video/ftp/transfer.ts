import type { Socket } from 'node:net';
import { InternalError } from '@roadworthy/domain';
import type { UploadRefusal, UploadRequest } from './upload-request.ts';
import type { UploadedFile } from './uploaded-file.ts';

/** A data connection that is silent for this long is ended; the device may resume later. */
const SILENCE_MS = 30_000;

/** How a transfer ended: complete, interrupted, at a limit, or with a disk error. */
export type TransferEnd = 'whole' | 'broken' | 'disk' | UploadRefusal;

/**
 * Writes the bytes of one file from a connection, no faster than the disk allows. Never throws.
 *
 * @param silenceMs differs from half a minute in tests
 */
export async function receive(
  socket: Socket,
  order: UploadRequest,
  file: UploadedFile,
  silenceMs = SILENCE_MS,
): Promise<TransferEnd> {
  socket.setTimeout(silenceMs, () => socket.destroy(new InternalError('ftp.silent')));
  try {
    for await (const bytes of socket as AsyncIterable<Buffer>) {
      const refusal = await order.take(file, bytes).catch(() => 'disk' as const);
      if (refusal !== null) return refusal;
    }
    file.isWhole = true;
    return 'whole';
  } catch {
    return 'broken';
  } finally {
    socket.destroy();
  }
}
