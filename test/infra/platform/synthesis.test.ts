import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { synthesize } from '../../../infra/local/synthesis.ts';

it('synthesizes nothing when a start finds unchanged sources', async () => {
  const assembly = await synthesize(() => {});
  expect(existsSync(join(assembly, 'manifest.json'))).toBe(true);
  const progress = vi.fn();
  expect(await synthesize(progress)).toBe(assembly);
  expect(progress).not.toHaveBeenCalled();
});
