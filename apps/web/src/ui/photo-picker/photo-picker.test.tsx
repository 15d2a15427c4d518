import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestTexts } from '../../test-texts.ts';
import { Toasts } from '../toasts.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { scaledSize } from './picture.ts';

let sizes: string[];
let given: readonly File[];

beforeAll(startTestTexts);
beforeEach(() => {
  sizes = [];
  given = [];
  URL.createObjectURL = () => 'blob:photo';
  URL.revokeObjectURL = () => undefined;
  // happy-dom decodes no images: the bytes of the file select the result.
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    const text = await file.text();
    if (text === 'broken') throw new Error('broken');
    return { width: 4000, height: 3000, text, close: () => undefined };
  });
  let drawn = '';
  const context = {
    drawImage: (bitmap: { text: string }) => {
      drawn = bitmap.text;
    },
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done: BlobCallback,
  ) {
    sizes.push(`${this.width}x${this.height}`);
    done(new Blob([drawn], { type: 'image/png' }));
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type Props = Partial<Parameters<typeof PhotoPicker>[0]>;
function Picker(props: Props) {
  const [photos, setPhotos] = useState<readonly File[]>([]);
  given = photos;
  return <PhotoPicker {...props} photos={photos} onChange={setPhotos} />;
}

const photo = (text: string, name = 'a.jpg', type = 'image/jpeg') =>
  new File([text], name, { type });
const input = () =>
  document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
const user = userEvent.setup({ applyAccept: false });
const choose = (...files: File[]) => user.upload(input(), files);
const label = () => document.querySelector('.photo-buttons label')?.textContent;

describe('the photo picker', () => {
  it('[P-150] [P-153] [P-155] counts the selected files', async () => {
    render(<Picker />);
    expect(input().multiple).toBe(true);
    await choose(photo('one', 'one.jpg'), photo('two', 'two.webp'));
    expect(await screen.findAllByRole('img')).toHaveLength(2);
    expect(label()).toContain('2 file(s) uploaded');
  });

  it('[P-160] returns the selected images as PNG', async () => {
    render(<Picker />);
    await choose(photo('one', 'one.jpg'), photo('two', 'two.webp'));
    await screen.findAllByRole('img');
    expect(given.map(({ name, type }) => [name, type])).toEqual([
      ['one.png', 'image/png'],
      ['two.png', 'image/png'],
    ]);
  });

  it('[P-149] [P-152] has the given label, or its default', async () => {
    render(<Picker />);
    expect(label()).toBe('Choose a file');
    cleanup();
    render(<Picker label="Damage" countLabel="#FILES picture(s)" />);
    expect(label()).toBe('Damage');
    await choose(photo('one'));
    expect(await screen.findByText(/^1 picture\(s\)/)).toBeTruthy();
  });

  it('[P-156] skips duplicates', async () => {
    render(<Picker limit={5} />);
    await choose(photo('one'), photo('one', 'again.jpg'), photo('two'));
    expect(await screen.findAllByRole('img')).toHaveLength(2);
    expect(given).toHaveLength(2);
  });

  it('[P-151] [P-157] keeps no more files than the limit, with a message', async () => {
    render(<Picker limit={2} />);
    await choose(photo('one'), photo('two'), photo('three'));
    expect(await screen.findAllByRole('img')).toHaveLength(2);
    expect(label()).toBe('2 file(s) uploaded (2 max)');
    expect(input().disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Remove Photo 1' }));
    expect(input().disabled).toBe(false);
  });

  it('[P-158] has a limit of ten by default', async () => {
    render(<Picker />);
    await choose(...Array.from({ length: 12 }, (_, n) => photo(`number ${n}`)));
    expect(await screen.findAllByRole('img')).toHaveLength(10);
    expect(label()).toContain('(10 max)');
  });

  it('[P-154] accepts images only, and PDF files if enabled', async () => {
    render(<Picker />);
    expect(input().accept).toBe('image/*');
    await choose(photo('text', 'a.txt', 'text/plain'));
    expect(screen.getByRole('alert').textContent).toBe('Choose images only.');
    await choose(photo('broken', 'b.jpg'));
    expect(screen.getByRole('alert').textContent).toContain('b.jpg cannot be read');
    expect(given).toEqual([]);
    cleanup();
    render(<Picker acceptsPdf limit={1} />);
    await choose(photo('pdf', 'report.pdf', 'application/pdf'));
    expect(await screen.findByText('report.pdf')).toBeTruthy();
    expect(given[0]?.type).toBe('application/pdf');
  });

  it('[P-P04] skips an unreadable image, with a toast', async () => {
    render(
      <>
        <Picker />
        <Toasts />
      </>,
    );
    // Toasts of earlier tests may still be displayed.
    const toasts = () => screen.queryAllByText('Field(s) are invalid').length;
    const before = toasts();
    await choose(photo('broken', 'b.jpg'), photo('one'));
    expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeTruthy();
    expect(toasts()).toBe(before + 1);
    expect(given).toHaveLength(1);
  });

  it('[P-161] an image that cannot be displayed stays selected', async () => {
    render(<Picker />);
    await choose(photo('one'));
    const image = await screen.findByRole('img', { name: 'Photo 1' });
    fireEvent.error(image);
    expect(screen.getByRole('img', { name: 'Photo 1' })).toBe(image);
    expect(given).toHaveLength(1);
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('[P-159] [OP-072] scales by a percentage or limits the longer side, and never enlarges', async () => {
    const size = { width: 4000, height: 3000 };
    expect(scaledSize(size, '100%')).toEqual(size);
    expect(scaledSize(size, '50%')).toEqual({ width: 2000, height: 1500 });
    expect(scaledSize({ width: 300, height: 400 }, '200px')).toEqual({ width: 150, height: 200 });
    expect(scaledSize({ width: 300, height: 400 }, '500px')).toEqual({ width: 300, height: 400 });
    expect(scaledSize({ width: 300, height: 400 }, '150%')).toEqual({ width: 300, height: 400 });
    render(<Picker quality="1000px" />);
    await choose(photo('one'));
    await screen.findAllByRole('img');
    expect(sizes).toEqual(['1000x750']);
  });
});
