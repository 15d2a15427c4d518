import type { Socket } from 'node:net';
import type { UploadOrder, UploadRefusal } from './upload-order.ts';
import type { UploadedFile } from './uploaded-file.ts';

/** A connection of bytes that says nothing for so long is over; the device may go on with the rest. */
const SILENCE_MS = 30_000;

/** How a transfer ended: with its last byte, in the middle, at a bound of ours, or at our disk. */
export type TransferEnd = 'whole' | 'broken' | 'disk' | UploadRefusal;

/**
 * Takes the bytes of one file from a connection, no faster than the disk has them. Never throws.
 *
 * @param silenceMs other than half a minute
 */
export async function receive(
  socket: Socket,
  order: UploadOrder,
  file: UploadedFile,
  silenceMs = SILENCE_MS,
): Promise<TransferEnd> {
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('silent')));
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
