import { ApiError } from '../../api/api-error.ts';
import { fetched } from '../../ui/public-page/ask.ts';
import { element } from '../../ui/public-page/element.ts';
import { errorToast } from '../../ui/public-page/frame.ts';
import { t } from '../../ui/public-page/texts.ts';

/** File name of the latest driver check (J-27). */
export const checkFileName = (registration: string) => `driver-check-${registration}.pdf`;

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Adds the language of the page and the time zone of the browser to a URL. */
function withReader(address: string): string {
  const mark = address.includes('?') ? '&' : '?';
  const reader = new URLSearchParams({
    language: document.documentElement.lang,
    time_zone: zone(),
  });
  return `${address}${mark}${reader}`;
}

/** The error text, from the server if available. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 0) return t('qr.offline');
  return error instanceof Error && error.message !== '' ? error.message : t('qr.pdfFailed');
}

/**
 * Downloads a report. The URL is requested again if it has expired while the page was open; errors
 * are shown in a toast (J-28).
 *
 * @param current returns the URL; called once more if the first has expired
 * @returns after the download started or the error was shown
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

/** A button that is disabled while its action runs. */
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
