import { useEffect } from 'react';
import { api } from '../../../api/client.ts';
import { keepOwnScreens } from '../../../session/keep-page.ts';
import { chosenLanguage } from '../../../session/languages.ts';
import { OWN_MESSAGES_PAGE_SIZE } from '../../driver-messages/driver-messages.ts';

let isKept = false;

/** Makes the calls of the start and of the driver's screens, so that the phone keeps their answers. */
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

/** Keeps the screens of a driver who opens the home on the phone, so that they open offline (U-20). */
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
