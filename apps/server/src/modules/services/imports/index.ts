export { registerImports } from './imports.routes.ts';
export { registerImportJobs } from './vehicles/running/imports-vehicles-running.job.ts';
