/**
 * The bytes of a picture that was drawn here, as a form sends them.
 *
 * @param image a data URL
 */
export function drawn(image: string): Blob {
  const [head = '', base64 = ''] = image.split(',', 2);
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: /^data:([^;]+)/.exec(head)?.[1] ?? 'image/png' });
}
