import { inject } from 'vitest';
import { useBundlesOf } from '../../../infra/constructs/platform/function-bundle.ts';

// Reuse the synthesized bundles; otherwise each worker would bundle the functions and the console again.
useBundlesOf(inject('assembly'));
