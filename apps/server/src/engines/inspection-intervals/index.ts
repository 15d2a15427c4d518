export {
  type InspectedVehicle,
  type InspectionInterval,
  inspectionInterval,
} from './interval.ts';
export { endOfIsoWeek, isoWeekOf, startOfIsoWeek } from './iso-weeks.ts';
