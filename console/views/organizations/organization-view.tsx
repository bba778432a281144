import type { Organization } from '../../api/types.ts';
import { useConsole } from '../../console-context.ts';
import { Loading } from '../../parts/loading.tsx';
import { PageHeading } from '../../parts/page-heading.tsx';
import { ProblemMessage } from '../../parts/problem-message.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { OrganizationForm } from './organization-form.tsx';
import { RetentionForm } from './retention-form.tsx';

/** The settings of the organization. */
export const OrganizationView = () => {
  const { api } = useConsole();
  const loaded = useLoad(() => api.request('GET /organization', {}), [api]);
  const { value, error, isLoading, reload } = loaded;
  const onSaved = (saved: Organization): void => loaded.set(() => saved);
  return (
    <>
      <PageHeading title="Organization" lead="Settings that apply to all users of your organization." />
      {isLoading && <Loading>Loading the settings …</Loading>}
      {error !== undefined && <ProblemMessage error={error} onRetry={reload} />}
      {value && <OrganizationForm organization={value} onSaved={onSaved} />}
      {value && <RetentionForm organization={value} onSaved={onSaved} />}
    </>
  );
};
