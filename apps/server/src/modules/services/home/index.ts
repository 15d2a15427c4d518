export { registerHome } from './home.routes.ts';
