import { useEffect, useState } from 'react';
import type { UnsentNotice } from './unsent-notice.tsx';

/**
 * The changes that are stored on this phone, loaded after the screen: most people have none. A phone without a
 * network that has never loaded it shows no notice.
 */
export function UnsentChanges() {
  const [Notice, setNotice] = useState<typeof UnsentNotice | null>(null);
  useEffect(() => {
    import('./unsent-notice.tsx').then(
      (part) => setNotice(() => part.UnsentNotice),
      () => undefined,
    );
  }, []);
  return Notice === null ? null : <Notice />;
}
