import { ApiError } from '../../api/api-error.ts';
import { fetched } from '../../ui/public-page/ask.ts';
import { element } from '../../ui/public-page/element.ts';
import { errorToast } from '../../ui/public-page/frame.ts';
import { t } from '../../ui/public-page/texts.ts';

/** The file of the latest driver check (J-27). */
export const checkFileName = (registration: string) => `driver-check-${registration}.pdf`;

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The address with how its reader reads: the language of the page, the zone of the browser. */
function withReader(address: string): string {
  const mark = address.includes('?') ? '&' : '?';
  const reader = new URLSearchParams({
    language: document.documentElement.lang,
    time_zone: zone(),
  });
  return `${address}${mark}${reader}`;
}

/** What went wrong, in the words of the server where it has some. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 0) return t('qr.offline');
  return error instanceof Error && error.message !== '' ? error.message : t('qr.pdfFailed');
}

/**
 * Saves a report as a file. The address is asked for anew where the page has stood open for longer
 * than it serves; what fails is said in a toast (J-28).
 *
 * @param current gives the address; asked again once where the first has expired
 * @returns when the file was given to the browser, or the error was shown
 */
export async function savePdf(
  current: (isAgain: boolean) => Promise<string | null>,
  fileName: string,
  missing: string,
): Promise<void> {
  try {
    const load = async (isAgain: boolean) => {
      const address = await current(isAgain);
      return address === null ? null : (await fetched(withReader(address))).blob();
    };
    const file = await load(false).catch((error: unknown) => {
      const isExpired = error instanceof ApiError && [401, 403].includes(error.status);
      if (isExpired) return load(true);
      throw error;
    });
    if (file === null) return errorToast(missing);
    const url = URL.createObjectURL(file);
    element('a', { href: url, download: fileName }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    errorToast(reasonOf(error));
  }
}

/** A button that is busy while its work lasts. */
export function workButton(
  text: string,
  work: () => Promise<void>,
  attributes: { readonly title?: string; readonly disabled?: boolean } = {},
): HTMLButtonElement {
  const button = element(
    'button',
    {
      type: 'button',
      class: 'public-button',
      ...(attributes.title === undefined ? {} : { title: attributes.title }),
      disabled: attributes.disabled ?? false,
      onclick: () => {
        button.setAttribute('aria-busy', 'true');
        button.disabled = true;
        void work().finally(() => {
          button.removeAttribute('aria-busy');
          button.disabled = false;
        });
      },
    },
    text,
  );
  return button;
}
