import {
  ORGANIZATION_ATTRIBUTE,
  REFUSAL_CLAIM,
  type Refusal,
} from '../../../shared/contract/organizations/users.ts';
import type { TokenGenerationResponse } from './events.ts';

export const ORGANIZATION_CLAIM = `custom:${ORGANIZATION_ATTRIBUTE}`;

/** A token without an organization, which allows nothing, with a claim that says why. */
export const refuseOrganization = (refusal: Refusal): TokenGenerationResponse => ({
  claimsOverrideDetails: {
    claimsToAddOrOverride: { [REFUSAL_CLAIM]: refusal },
    claimsToSuppress: [ORGANIZATION_CLAIM],
    groupOverrideDetails: { groupsToOverride: [] },
  },
});
