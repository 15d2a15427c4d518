import { type TestApi, testApi } from './api.ts';
import { type TestMailServer, testMailServer } from './mail-server.ts';
import { type TrackedFleet, trackedFleet } from './tracked-fleet.ts';

/** The server with a fleet, working jobs, and a mail server that receives its mails. */
export interface MailedFleet {
  readonly api: TestApi;
  readonly fleet: TrackedFleet;
  readonly mails: TestMailServer;
  close(): Promise<void>;
}

/** Starts the server with a fleet and a mail server. */
export async function mailedFleet(): Promise<MailedFleet> {
  const mails = await testMailServer();
  const api = await testApi({ SMTP_URL: mails.url });
  const fleet = await trackedFleet(api.services.db);
  await api.services.jobs.start({ work: true });
  return {
    api,
    fleet,
    mails,
    close: async () => {
      await api.close();
      await mails.close();
    },
  };
}
