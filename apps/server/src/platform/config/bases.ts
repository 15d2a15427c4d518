import { z } from 'zod';
import { base, origins } from './fields.ts';

/** Where the web app finds the parts of the interface (requirements W-15 to W-23, W-P01). */
export const baseSettings = {
  MAIN_BASE: base(''),
  AUTHENTICATION_BASE: base('/auth'),
  SAFETY_INSPECTION_BASE: base('/safety-inspection'),
  DEFECT_BASE: base('/defect'),
  VEHICLE_CHECK_BASE: base('/vehicle-check'),
  VIDEO_EVIDENCE_BASE: base('/video-evidence'),
  VIDEO_HOST_BASE: base(''),
  WEB_ORIGINS: origins,
};

const settings = z.object(baseSettings);
type Settings = z.output<typeof settings>;

function basesOf(env: Settings) {
  return {
    main: env.MAIN_BASE,
    // The server sends the browser on to a foreign sign-on, so its address is ours either way.
    oauth2: env.AUTHENTICATION_BASE,
    authentication: env.AUTHENTICATION_BASE,
    safety_inspection: env.SAFETY_INSPECTION_BASE,
    defect: env.DEFECT_BASE,
    vehicle_check: env.VEHICLE_CHECK_BASE,
    video_evidence: env.VIDEO_EVIDENCE_BASE,
    video_host: env.VIDEO_HOST_BASE,
  };
}

/** The bases, and which origins follow from them for the content security policy and for CORS. */
export function serviceBases(env: Settings & { PUBLIC_URL: string | null; PORT: number }) {
  const bases = basesOf(env);
  const absolute = Object.values(bases).filter((one) => URL.canParse(one));
  const baseOrigins = [...new Set(absolute.map((one) => new URL(one).origin))];
  const listed = [...baseOrigins, ...env.WEB_ORIGINS];
  const own = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin;
  return {
    bases,
    /** Origins that the pages of this server call and load from, besides their own. */
    baseOrigins,
    /** Whether a base is not the default: pages then read the bases before their first call. */
    hasOwnBases: JSON.stringify(bases) !== JSON.stringify(basesOf(settings.parse({}))),
    /** Origins of pages that may read this server's answers; empty where everything is on one origin. */
    webOrigins: listed.length === 0 ? [] : [...new Set([own, ...listed])],
  };
}
