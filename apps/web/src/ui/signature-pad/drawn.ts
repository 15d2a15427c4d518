/**
 * The bytes of a drawn image, for sending in a form.
 *
 * @param image a data URL
 */
export function drawn(image: string): Blob {
  const [head = '', base64 = ''] = image.split(',', 2);
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: /^data:([^;]+)/.exec(head)?.[1] ?? 'image/png' });
}
