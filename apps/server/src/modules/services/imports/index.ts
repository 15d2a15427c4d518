export { registerImports } from './imports.routes.ts';
