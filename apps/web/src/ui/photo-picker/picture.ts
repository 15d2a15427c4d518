/**
 * The size of a scaled image: `80%` scales it, `500px` limits its longer side; it is never enlarged
 * (requirement P-159, OP-072).
 *
 * @param quality any other value keeps the size
 */
export function scaledSize(
  { width, height }: { readonly width: number; readonly height: number },
  quality: string,
): { width: number; height: number } {
  const [, number = '', unit] = /^(\d+(?:\.\d+)?)(%|px)$/.exec(quality.trim()) ?? [];
  const given = Number(number);
  const wanted = unit === '%' ? given / 100 : given / Math.max(width, height);
  const scale = unit === undefined || given <= 0 ? 1 : Math.min(1, wanted);
  const pixels = (side: number) => Math.max(1, Math.round(side * scale));
  return { width: pixels(width), height: pixels(height) };
}

const pngName = (name: string) => `${name.replace(/\.[^.]*$/, '')}.png`;

/**
 * An image as a PNG of the requested size, rotated by its orientation and without metadata (requirements
 * P-159, P-160).
 *
 * @throws if the browser cannot read it
 */
export async function toPng(file: File, quality: string): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const canvas = document.createElement('canvas');
  const { width, height } = scaledSize(bitmap, quality);
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob === null) throw new Error(file.name);
  return new File([blob], pngName(file.name), { type: 'image/png' });
}

/** Whether two files have the same content (requirement P-156). */
export async function isSame(a: File, b: File): Promise<boolean> {
  if (a.size !== b.size || a.type !== b.type) return false;
  const [left, right] = await Promise.all(
    [a, b].map(async (file) => new Uint8Array(await file.arrayBuffer())),
  );
  return left?.every((byte, n) => byte === right?.[n]) === true;
}
