import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { synthesize } from '../../../infra/local/synthesis.ts';

it('a start with unchanged sources synthesizes nothing', async () => {
  const assembly = await synthesize(() => {});
  expect(existsSync(join(assembly, 'manifest.json'))).toBe(true);
  const progress = vi.fn();
  expect(await synthesize(progress)).toBe(assembly);
  expect(progress).not.toHaveBeenCalled();
});
