import config from './vitest.config.ts';
for (const p of (config as any).test.projects) p.test.setupFiles = ['/tmp/suite-m/setup.ts', ...(p.test.setupFiles ?? [])];
(config as any).test.maxWorkers = Number(process.env.W ?? 2);
export default config;
