export {
  type InspectedVehicle,
  type InspectionInterval,
  inspectionInterval,
} from './interval.ts';
export { isoWeekOf } from './iso-weeks.ts';
