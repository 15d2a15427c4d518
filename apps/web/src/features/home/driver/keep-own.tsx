import { useEffect } from 'react';
import { api } from '../../../api/client.ts';
import { keepOwnScreens } from '../../../session/keep-page.ts';
import { chosenLanguage } from '../../../session/languages.ts';
import { OWN_MESSAGES_PAGE_SIZE } from '../../driver-messages/driver-messages.ts';

let isKept = false;

/** Makes every call of the start and of the own screens, of which the phone keeps the answers. */
function readOwn(): Promise<unknown> {
  const quiet = { quiet: true };
  return Promise.allSettled([
    api.signIn.currentUser(quiet),
    api.signIn.userInfo(quiet),
    api.platformInfo.config(quiet),
    api.customTexts.own({ params: { reference: chosenLanguage() }, ...quiet }),
    api.home.driver(quiet),
    api.driverAssignments.own(quiet),
    api.driverPlanning.own(quiet),
    api.driverMessages.own({ query: { page: 1, pageSize: OWN_MESSAGES_PAGE_SIZE }, ...quiet }),
    api.driversFile.own(quiet),
    api.ownHours.read(quiet),
    api.coaching.own(quiet),
    api.fairScores.own(quiet),
    api.privateUse.own(quiet),
  ]);
}

/** Keeps the own screens on the phone of a driver who opens the home, so that they open offline (U-20). */
export default function KeepOwn() {
  useEffect(() => {
    // Once for each time that the application is opened: the screens replace what they show.
    if (isKept) return;
    isKept = true;
    keepOwnScreens(readOwn).catch(() => {
      isKept = false;
    });
  }, []);
  return null;
}
