import type { BuildOptions } from 'esbuild';

export declare const serverBundle: BuildOptions & { plugins: NonNullable<BuildOptions['plugins']> };
export declare function buildAll(): Promise<void>;
