import { z } from 'zod';
import { base, origins } from './fields.ts';

/** The URLs at which the web app finds the services (requirements W-15 to W-23, W-P01). */
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
    // The server redirects the browser to a foreign sign-on, so the URL is always ours.
    oauth2: env.AUTHENTICATION_BASE,
    authentication: env.AUTHENTICATION_BASE,
    safety_inspection: env.SAFETY_INSPECTION_BASE,
    defect: env.DEFECT_BASE,
    vehicle_check: env.VEHICLE_CHECK_BASE,
    video_evidence: env.VIDEO_EVIDENCE_BASE,
    video_host: env.VIDEO_HOST_BASE,
  };
}

/** The bases, and the resulting origins for the content security policy and CORS. */
export function serviceBases(env: Settings & { PUBLIC_URL: string | null; PORT: number }) {
  const bases = basesOf(env);
  const absolute = Object.values(bases).filter((one) => URL.canParse(one));
  const baseOrigins = [...new Set(absolute.map((one) => new URL(one).origin))];
  const listed = [...baseOrigins, ...env.WEB_ORIGINS];
  const own = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin;
  return {
    bases,
    /** Other origins that the pages of this server call and load from. */
    baseOrigins,
    /** Whether a base is not the default: pages then load the bases before their first call. */
    hasOwnBases: JSON.stringify(bases) !== JSON.stringify(basesOf(settings.parse({}))),
    /** Origins whose pages may read this server's responses; empty if all share one origin. */
    webOrigins: listed.length === 0 ? [] : [...new Set([own, ...listed])],
  };
}
