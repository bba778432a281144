import type { Organization } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { LoadedMessage } from '../../parts/loading.tsx';
import { PageHeading } from '../../parts/page-heading.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { OrganizationForm } from './organization-form.tsx';
import { RetentionForm } from './retention-form.tsx';

/** The settings of the organization. */
export const OrganizationView = () => {
  const { api } = useConsole();
  const loaded = useLoad((signal) => api.request('GET /organization', {}, signal), [api]);
  const { value } = loaded;
  const onSaved = (saved: Organization): void => loaded.set(() => saved);
  return (
    <>
      <PageHeading title="Organization" lead="Settings that apply to all users of your organization." />
      <LoadedMessage loaded={loaded}>Loading the settings …</LoadedMessage>
      {value && <OrganizationForm organization={value} onSaved={onSaved} />}
      {value && <RetentionForm organization={value} onSaved={onSaved} />}
    </>
  );
};
