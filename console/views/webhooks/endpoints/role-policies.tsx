import { permissionsPolicy } from '../../../../shared/contract/webhooks/role-policies.ts';
import { useConsole } from '../../../console-context.ts';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { SecretValue } from '../../../parts/secret-value.tsx';
import { useLoad } from '../../../parts/use-load.ts';

interface PoliciesProps {
  readonly trust: object;
  readonly permissions: object;
}

const jsonOf = (policy: object): string => JSON.stringify(policy, undefined, 2);

/** The policies of a role, to copy. */
export const Policies = ({ trust, permissions }: PoliciesProps) => (
  <>
    <SecretValue
      label="Trust policy of the role"
      what="trust policy"
      value={jsonOf(trust)}
      class="text-block"
    />
    <SecretValue
      label="Permissions policy of the role"
      what="permissions policy"
      value={jsonOf(permissions)}
      class="text-block"
    />
  </>
);

/** The policies that a role needs for an address, before there is an endpoint. */
export const NeededPolicies = ({ address }: { readonly address: string }) => {
  const { api } = useConsole();
  const loaded = useLoad((signal) => api.request('GET /webhook-destinations', {}, signal), [api]);
  return (
    <>
      <LoadedMessage loaded={loaded} />
      {loaded.value && <Policies trust={loaded.value.trustPolicy} permissions={permissionsPolicy(address)} />}
    </>
  );
};
