import { type ServiceState, serviceStates } from '../../../../platform/official-services/index.ts';
import { type Check, databaseOf, type Verdict } from '../system-health-check.ts';

/** The services by the name of their limits in the database. */
const NAMES: Readonly<Record<string, string>> = {
  dvla_vehicle: 'DVLA vehicle enquiry',
  dvla_driver: 'DVLA driver data',
  dvsa_mot: 'DVSA MOT history',
};

const isFailing = ({ last_failure_at, last_success_at }: ServiceState) =>
  last_failure_at !== null && (last_success_at === null || last_failure_at > last_success_at);

/** @param configured names of the limits of the configured services */
export function officialDataVerdict(
  configured: readonly string[],
  states: readonly ServiceState[],
): Verdict<'official_data'> {
  if (configured.length === 0) return { state: 'unused', finding: 'none' };
  const services = (names: readonly string[]) =>
    names.map((name) => NAMES[name] ?? name).join(', ');
  const failing = states.filter((one) => configured.includes(one.name) && isFailing(one));
  const [first] = failing;
  if (first !== undefined) {
    return {
      state: first.last_failure === 'key_refused' ? 'error' : 'warning',
      finding: 'failing',
      values: {
        services: services(failing.map(({ name }) => name)),
        reason: first.last_failure ?? '',
      },
    };
  }
  const hasAsked = states.some(({ name }) => configured.includes(name));
  return {
    state: 'ok',
    finding: hasAsked ? 'ok' : 'unused',
    values: { services: services(configured) },
  };
}

/** Judges the last requests; it sends none itself. */
export const officialDataCheck: Check<'official_data'> = {
  name: 'official_data',
  needsDatabase: true,
  look: async (parts) => {
    const { drivers, dvla, dvsa } = parts.config.official;
    const configured = [
      ...(dvla === null ? [] : ['dvla_vehicle']),
      ...(drivers === null ? [] : ['dvla_driver']),
      ...(dvsa === null ? [] : ['dvsa_mot']),
    ];
    return officialDataVerdict(configured, await serviceStates(databaseOf(parts), configured));
  },
};
