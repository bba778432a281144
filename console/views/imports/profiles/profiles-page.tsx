import type { ImportProfile } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Breadcrumbs } from '../../../parts/breadcrumbs.tsx';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { DownloadRows } from '../../../parts/download-csv.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { FormDialog } from '../../../parts/form.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { SecretValue } from '../../../parts/secret-value.tsx';
import { Time } from '../../../parts/time.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { IMPORTS_PATH, PROFILES_PATH, profilePath } from '../../../routing/import-paths.ts';
import { hrefOf, replacePath } from '../../../routing/route.ts';
import { KINDS } from '../import-kinds.ts';
import { describeSettings } from '../settings-text.ts';
import { ProfileDialog } from './profile-dialog.tsx';

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const COLUMNS: readonly Column<ImportProfile>[] = [
  { title: 'Source', isHeading: true, isClipped: true, render: ({ source }) => source },
  { title: 'Contains', width: 's', render: ({ kind }) => KINDS[kind] },
  { title: 'Settings', render: ({ settings }) => describeSettings(settings) },
  { title: 'Address', render: ({ dropAddress }) => <code class="anywhere">{dropAddress}</code> },
  {
    title: 'Changed',
    render: ({ updatedAt, updatedBy }) => (
      <>
        <Time at={updatedAt} />
        <span class="line muted">{updatedBy.name}</span>
      </>
    ),
  },
  {
    title: 'Actions',
    width: 'm',
    render: (profile) => (
      <div class="actions">
        <a class="button button-small" href={hrefOf(profilePath(profile, 'edit'))}>
          Edit<span class="visually-hidden"> {profile.source}</span>
        </a>
        <a class="button button-small button-danger" href={hrefOf(profilePath(profile, 'delete'))}>
          Delete<span class="visually-hidden"> {profile.source}</span>
        </a>
      </div>
    ),
  },
];

const CREATE_PATH = `${PROFILES_PATH}/create`;

interface DeleteDialogProps {
  readonly profile: ImportProfile;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

const DeleteDialog = ({ profile, onDeleted, onClose }: DeleteDialogProps) => {
  const { api, announce } = useConsole();
  const { kind, source } = profile;
  const submit = async (signal: AbortSignal): Promise<void> => {
    await api.request('DELETE /import-profiles', { query: { kind, source } }, signal);
    announce('Deleted the profile.');
    onDeleted();
    onClose();
  };
  return (
    <FormDialog
      title="Delete this profile?"
      submitLabel="Delete profile"
      busyLabel="Deleting …"
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        Files of <strong class="anywhere">{source}</strong> that are dropped from now on are imported with the
        defaults. Nothing else changes.
      </p>
    </FormDialog>
  );
};

const isOf = (profile: ImportProfile, [kind, source = '']: readonly string[]): boolean =>
  profile.kind === kind && encodeURIComponent(profile.source) === source;

interface ProfilesPageProps {
  /** The action in the address, and the kind and source of the profile that it is for. */
  readonly action: string | undefined;
  readonly profile: readonly string[];
}

/** The settings of dropped files by kind and source, and how to drop files. */
export const ProfilesPage = ({ action, profile: address }: ProfilesPageProps) => {
  const { api } = useConsole();
  const loaded = useLoad((signal) => api.request('GET /import-profiles', {}, signal), [api]);
  const list = loaded.value;
  const profile = list?.items.find((each) => isOf(each, address));
  const close = (): void => replacePath(PROFILES_PATH);
  const common = { onSaved: loaded.reload, onClose: close };
  return (
    <>
      <Breadcrumbs above={[['Imports', IMPORTS_PATH]]} />
      <PageHeading
        title="Dropped files"
        lead={
          'Files that your systems upload to these addresses are imported immediately, with the settings ' +
          'of the profile of their kind and source.'
        }
        action={
          <div class="actions">
            {list && list.items.length > 0 && <DownloadRows name="import-profiles" rows={list.items} />}
            <a class="button button-primary" href={hrefOf(CREATE_PATH)}>
              Create profile
            </a>
          </div>
        }
      />
      <LoadedMessage loaded={loaded} />
      {list && (
        <>
          {list.items.length === 0 ? (
            <EmptyState
              title="No profiles yet"
              text={
                'Files can be dropped without a profile: their columns are recognized by name. ' +
                'Create one to map columns or to delete missing records.'
              }
            >
              <a class="button" href={hrefOf(CREATE_PATH)}>
                Create the first profile
              </a>
            </EmptyState>
          ) : (
            <DataTable
              caption="Import profiles"
              columns={COLUMNS}
              items={list.items}
              keyOf={({ kind, source }) => `${kind}/${source}`}
            />
          )}
          <section class="section outcome" aria-labelledby="addresses">
            <h2 id="addresses">Addresses</h2>
            <p>
              Replace KIND with {OR.format(Object.keys(KINDS))}, and SOURCE with the name of the system. Any
              names of folders and files may follow.
            </p>
            <SecretValue
              label="Drop address"
              what="address"
              value={`${list.dropAddress}KIND/SOURCE/FILE.csv`}
            />
            <p>Attach this policy to the principal that drops files. It grants no read or list access.</p>
            <SecretValue label="IAM policy" what="policy" value={list.policy} />
            <p>
              A principal of another AWS account also needs this statement in the policy of the bucket. Put in
              its ARN, and send the statement to the operator of this service.
            </p>
            <SecretValue
              label="Statement of the bucket policy"
              what="statement"
              value={list.bucketStatement}
            />
          </section>
        </>
      )}
      {action === 'create' && <ProfileDialog {...common} />}
      {action === 'edit' && profile && <ProfileDialog {...common} profile={profile} />}
      {action === 'delete' && profile && (
        <DeleteDialog profile={profile} onDeleted={loaded.reload} onClose={close} />
      )}
    </>
  );
};
