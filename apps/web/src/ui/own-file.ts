import { InternalError } from '@roadworthy/domain';
import { useEffect, useState } from 'react';
import { isElsewhere, served } from '../api/bases.ts';
import { callHeaders } from '../api/client.ts';

async function load(address: string, signal?: AbortSignal): Promise<string> {
  const response = await fetch(address, {
    headers: callHeaders(),
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok) throw new InternalError('response.status', { status: response.status });
  return URL.createObjectURL(await response.blob());
}

/**
 * The address with which the page can show a file that requires the session. On the same origin the browser
 * sends the cookie; from another origin the file is loaded with the bearer token.
 *
 * @returns null while loading, and if loading fails
 */
export function useOwnFile(path: string | null): string | null {
  const address = path === null ? null : served(path);
  const [loaded, setLoaded] = useState<string | null>(null);
  const mustLoad = address !== null && isElsewhere(address);
  useEffect(() => {
    if (!mustLoad || address === null) return;
    const controller = new AbortController();
    let made: string | null = null;
    load(address, controller.signal).then(
      (url) => {
        made = url;
        if (controller.signal.aborted) URL.revokeObjectURL(url);
        else setLoaded(url);
      },
      () => undefined,
    );
    return () => {
      controller.abort();
      setLoaded(null);
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [address, mustLoad]);
  return mustLoad ? loaded : address;
}

/**
 * Opens a file of another origin that requires the session in a new tab.
 *
 * @throws Error if the file cannot be loaded
 */
export async function openOwnFile(path: string): Promise<void> {
  // Opened in the click handler: a tab opened after the download is blocked as a pop-up.
  const tab = window.open('about:blank', '_blank');
  try {
    const url = await load(served(path));
    tab?.location.replace(url);
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
