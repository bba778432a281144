import { inject } from 'vitest';
import { useBundlesOf } from '../../infra/constructs/function-bundle.ts';

// Each worker would bundle the functions and the console for itself.
useBundlesOf(inject('assembly'));
