export {
  type Author,
  authorOf,
  type Change,
  type FieldChange,
  keepChanges,
  trailOf,
} from './activity-trail.repository.ts';
