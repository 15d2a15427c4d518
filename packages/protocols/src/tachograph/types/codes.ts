import type { Layout } from './layout.ts';

/** A code that the regulation does not define, or not yet. */
type Unknown = `unknown_${number}`;

/** One byte with named values. */
function codes<const N extends Readonly<Record<number, string>>>(names: N) {
  const bytes = new Map(Object.entries(names).map(([code, name]) => [name, Number(code)]));
  const layout: Layout<Extract<N[keyof N], string> | Unknown> = {
    bytes: 1,
    read: (from, at) => {
      const code = from[at] as number;
      return (names[code] as Extract<N[keyof N], string> | undefined) ?? `unknown_${code}`;
    },
    write: (value, into, at) => {
      into[at] = bytes.get(value) ?? Number(value.slice('unknown_'.length));
    },
  };
  return layout;
}

/** Appendix 1, 2.67. */
export const equipmentType = codes({
  0: 'reserved',
  1: 'driver_card',
  2: 'workshop_card',
  3: 'control_card',
  4: 'company_card',
  5: 'manufacturing_card',
  6: 'vehicle_unit',
  7: 'motion_sensor',
  8: 'gnss_facility',
  9: 'remote_communication_module',
  10: 'its_interface_module',
  11: 'plaque',
  12: 'm1_n1_adapter',
  13: 'european_root_ca',
  14: 'member_state_ca',
  15: 'external_gnss_connection',
  16: 'unused',
  17: 'driver_card_sign',
  18: 'workshop_card_sign',
  19: 'vehicle_unit_sign',
});

/** Appendix 1, 2.70. */
export const eventFaultType = codes({
  0: 'event_unspecified',
  1: 'insertion_of_invalid_card',
  2: 'card_conflict',
  3: 'time_overlap',
  4: 'driving_without_card',
  5: 'card_insertion_while_driving',
  6: 'last_session_not_closed',
  7: 'overspeeding',
  8: 'power_supply_interruption',
  9: 'motion_data_error',
  10: 'motion_conflict',
  11: 'time_conflict',
  12: 'remote_communication_error',
  13: 'no_position',
  14: 'gnss_communication_error',
  15: 'gnss_anomaly',
  16: 'security_unspecified',
  17: 'motion_sensor_authentication_failed',
  18: 'card_authentication_failed',
  19: 'motion_sensor_changed',
  20: 'card_data_integrity',
  21: 'stored_data_integrity',
  22: 'internal_data_transfer',
  23: 'case_opened',
  24: 'hardware_sabotage',
  25: 'gnss_tampering',
  26: 'gnss_authentication_failed',
  27: 'gnss_certificate_expired',
  28: 'motion_activity_inconsistency',
  32: 'sensor_unspecified',
  33: 'sensor_authentication_failed',
  34: 'sensor_stored_data_integrity',
  35: 'sensor_internal_data_transfer',
  36: 'sensor_case_opened',
  37: 'sensor_hardware_sabotage',
  48: 'fault_unspecified',
  49: 'vehicle_unit_fault',
  50: 'printer_fault',
  51: 'display_fault',
  52: 'downloading_fault',
  53: 'sensor_fault',
  54: 'internal_gnss_fault',
  55: 'external_gnss_fault',
  56: 'remote_communication_fault',
  57: 'its_interface_fault',
  58: 'internal_sensor_fault',
  64: 'card_fault',
});

/** Appendix 1, 2.69. */
export const recordPurpose = codes({
  0: 'one_of_ten_most_recent',
  1: 'longest_of_last_ten_days',
  2: 'five_longest_of_last_year',
  3: 'last_of_last_ten_days',
  4: 'most_serious_of_last_ten_days',
  5: 'five_most_serious_of_last_year',
  6: 'first_after_calibration',
  7: 'ongoing',
});

/** Appendix 1, 2.66. */
export const placeEntryType = codes({
  0: 'begin',
  1: 'end',
  2: 'begin_manual',
  3: 'end_manual',
  4: 'begin_assumed',
  5: 'end_assumed',
});

/** Appendix 1, 2.154. */
export const specificConditionType = codes({
  0: 'reserved',
  1: 'out_of_scope_begin',
  2: 'out_of_scope_end',
  3: 'ferry_train_begin',
  4: 'ferry_train_end',
});

/** Appendix 1, 2.8. */
export const calibrationPurpose = codes({
  0: 'reserved',
  1: 'activation',
  2: 'first_installation',
  3: 'installation',
  4: 'periodic_inspection',
  5: 'registration_by_company',
  6: 'time_adjustment',
});

export const cardSlot = codes({ 0: 'driver', 1: 'co_driver' });
export const operationType = codes({ 1: 'load', 2: 'unload', 3: 'load_and_unload' });
export const loadType = codes({ 0: 'undefined', 1: 'goods', 2: 'passengers' });
export const positionAuthentication = codes({ 0: 'not_authenticated', 1: 'authenticated' });
export const generation = codes({ 1: 'first', 2: 'second' });
export const clockStop = codes({
  0: 'not_allowed',
  1: 'allowed_high',
  2: 'allowed_low',
  3: 'allowed',
  4: 'not_allowed_high_preferred',
  5: 'allowed_high_preferred',
});
export const flag = codes({ 0: 'no', 1: 'yes' });
